export { createSchedules } from './create-schedules.ts';
export { type Finding, FiringFailed, type FiringRow, type ScheduleHandler, type ScheduleRow } from './schedule.ts';
export * from './schedules.schema.ts';
export type { ScheduleService } from './schedules.service.ts';
export { followingMoment } from './timing.ts';

import { idNumber } from '../../kernel/ids.ts';

const lowHalf = (number: bigint) => BigInt.asUintN(64, number);
const hex = (number: bigint, digits: number) => number.toString(16).padStart(digits, '0');

/** A run and its trace have the same id with different prefixes. */
export const traceIdOf = (runId: string): string => runId.replace(/^run_/, 'trc_');

export const runIdOf = (traceId: string): string | undefined =>
  /^trc_[0-9a-z]{26}$/.test(traceId) ? traceId.replace(/^trc_/, 'run_') : undefined;

/** The trace id for OpenTelemetry: 16 bytes. */
export const otelTraceId = (runId: string): string => hex(idNumber(runId), 32);

/** 8 bytes: the random end of the run's id plus the position. Position 0 is the run itself. */
export const spanId = (runId: string, position: number): string => hex(lowHalf(idNumber(runId) + BigInt(position)), 16);

/** The span id of something with its own id. */
export const spanIdOf = (id: string): string => hex(lowHalf(idNumber(id)), 16);

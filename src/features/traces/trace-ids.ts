import { idNumber } from '../../kernel/ids.ts';

const lowHalf = (number: bigint) => BigInt.asUintN(64, number);
const hex = (number: bigint, digits: number) => number.toString(16).padStart(digits, '0');

/** A run and its trace are one thing with two names. */
export const traceIdOf = (runId: string): string => runId.replace(/^run_/, 'trc_');

export const runIdOf = (traceId: string): string | undefined =>
  /^trc_[0-9a-z]{26}$/.test(traceId) ? traceId.replace(/^trc_/, 'run_') : undefined;

/** The 16 bytes OpenTelemetry knows the trace by. */
export const otelTraceId = (runId: string): string => hex(idNumber(runId), 32);

/** 8 bytes: the random end of the run's id, counted on from. Zero is the run itself. */
export const spanId = (runId: string, position: number): string => hex(lowHalf(idNumber(runId) + BigInt(position)), 16);

/** For what has an id of its own. */
export const spanIdOf = (id: string): string => hex(lowHalf(idNumber(id)), 16);

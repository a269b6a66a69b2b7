import { LOG_LEVELS, type AnswerOf, type listServiceLogs } from '@ndx/api';
import { withoutSecrets, type ServiceName } from '@ndx/contracts';

export type LogLine = AnswerOf<typeof listServiceLogs>['data'][number];

const LONGEST_OUTPUT = 2_000;
/** Longer than what is shown, so that no secret is cut before it is redacted. */
const LONGEST_REDACTED = 8_000;

/** A line of the logger, which has redacted it; undefined for other output. */
export function lineIn(text: string, process: ServiceName): LogLine | undefined {
  const members = objectIn(text);
  if (members === undefined) return undefined;
  const { level, time, msg, request_id: requestId, ...others } = members;
  // Pino numbers the levels from 10, in tens.
  const name = LOG_LEVELS[Number(level) / 10 - 1];
  if (name === undefined || typeof time !== 'number' || !isTime(time)) return undefined;
  return {
    at: new Date(time).toISOString(),
    process,
    level: name,
    message: typeof msg === 'string' ? msg : '',
    request_id: typeof requestId === 'string' ? requestId : null,
    // The process is its service.
    fields: Object.fromEntries(Object.entries(others).filter(([field]) => field !== 'service')),
  };
}

/** Output that is not a line of the logger, such as the stack trace of a crash. */
export function textLine(text: string, process: ServiceName): LogLine {
  const message = withoutSecrets(text.slice(0, LONGEST_REDACTED)).slice(0, LONGEST_OUTPUT);
  return { at: null, process, level: 'error', message, request_id: null, fields: {} };
}

function isTime(ms: number): boolean {
  return !Number.isNaN(new Date(ms).getTime());
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type { LogLine } from '@ndx/client';
import { oneOf, searchReader } from '../parts/search.js';
import { SERVICE_NAMES } from './services.js';

type Process = LogLine['process'];

export const PROCESSES: readonly Process[] = ['gateway', ...SERVICE_NAMES];

/** The least severe level that is listed, and its name in the filter. */
export const LEVELS = {
  error: 'Errors',
  warn: 'Warnings and errors',
  info: 'All except debugging',
  trace: 'All lines',
} as const;

type Level = keyof typeof LEVELS;

/** The process and the level of the list of log lines, in the address. */
export const readLogSearch = searchReader({
  service: oneOf(PROCESSES),
  level: oneOf(Object.keys(LEVELS) as Level[]),
});

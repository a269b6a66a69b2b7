import { ConfigurationError } from '@ndx/config';
import { parseArgs } from 'node:util';
import type { Type } from '@nestjs/common';
import { migrateService } from './migrate-service.js';

/**
 * `migrate [--wait SECONDS]`: brings a service's schema up to date. Where another runner does so
 * already it waits for that one, ten minutes unless it is told otherwise.
 */
export async function migrateCommand(service: Type, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { wait: { type: 'string' } } });
  const patience = values.wait === undefined ? {} : { waitMs: milliseconds(values.wait) };
  await migrateService(service, process.env, patience);
}

function milliseconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() !== '' && seconds >= 0 && Number.isFinite(seconds)) return seconds * 1_000;
  throw new ConfigurationError('migrate', ['--wait: must be a number of seconds']);
}

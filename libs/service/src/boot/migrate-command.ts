import { UsageError } from '@ndx/command-line';
import type { Type } from '@nestjs/common';
import { migrateService } from './migrate-service.js';

/**
 * `migrate`: brings a service's schema up to date. Waits up to ten minutes (default) for another
 * runner.
 */
export async function migrateCommand(
  service: Type,
  options: { readonly wait?: string },
): Promise<void> {
  const waits = options.wait === undefined ? {} : { waitMs: milliseconds(options.wait) };
  await migrateService(service, process.env, waits);
}

function milliseconds(text: string): number {
  const seconds = Number(text);
  if (text.trim() !== '' && seconds >= 0 && Number.isFinite(seconds)) return seconds * 1_000;
  throw new UsageError('--wait must be a number of seconds');
}

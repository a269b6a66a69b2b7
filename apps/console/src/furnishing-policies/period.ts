import type { ConfigureFurnishingPolicy, FurnishingPolicy } from '@ndx/client';
import { instantOf, localOf } from '../parts/local-time.js';

/** The start and the end of a policy as local times of an input; empty for none. */
export interface Period extends Readonly<Record<string, string>> {
  readonly active_on: string;
  readonly deprecated_on: string;
}

export function periodOf({ active_on, deprecated_on }: FurnishingPolicy): Period {
  return { active_on: minuteOf(active_on), deprecated_on: minuteOf(deprecated_on) };
}

/** Only the times that differ: the input has no seconds, and the start of an active policy is fixed. */
export function changedPeriod(before: Period, after: Period): ConfigureFurnishingPolicy {
  return {
    ...(after.active_on !== before.active_on && { active_on: instantOrNull(after.active_on) }),
    ...(after.deprecated_on !== before.deprecated_on && {
      deprecated_on: instantOrNull(after.deprecated_on),
    }),
  };
}

/** `2026-01-15T09:30` in the reader's zone. */
export function minuteOf(instant: string | null): string {
  return localOf(instant).slice(0, 16);
}

export function instantOrNull(local: string): string | null {
  return local === '' ? null : instantOf(local);
}

import type { Principal } from './principal.js';

const DAY_SECONDS = 86_400;

/** How far an institution of a sandbox can move its clock forward: ten years. */
export const MAX_CLOCK_OFFSET_DAYS = 3_653;
export const MAX_CLOCK_OFFSET_SECONDS = MAX_CLOCK_OFFSET_DAYS * DAY_SECONDS;

type Clock = Pick<Principal, 'clock_offset_seconds'>;

/** How far the clock of the caller's institution is ahead, in milliseconds; 0 outside a sandbox. */
export function clockOffsetMs({ clock_offset_seconds: seconds = 0 }: Clock): number {
  return seconds * 1_000;
}

/**
 * The time by which the caller's institution sees what has expired or is too old (decision 0085).
 * Times at which something happened are stored as the real time instead.
 */
export function ownTime(principal: Clock, at = new Date()): Date {
  return new Date(at.getTime() + clockOffsetMs(principal));
}

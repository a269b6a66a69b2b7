import type { WordTable } from './words.js';

/** The clock of an institution in a sandbox. */
export const sandboxWords: WordTable = {
  advance_seconds: ['Seconds by which the clock moves forward; a day has 86400.', 86_400],
  offset_seconds: ['How far the clock is ahead of the real time; 0 if it was not moved.', 86_400],
  'SandboxClock.now': ['The time of the institution.', '2026-01-16T09:30:00.000Z'],
  clock_offset_seconds: [
    'Seconds by which the querying institution had moved its clock in a sandbox; null if it had not.',
    86_400,
  ],
};

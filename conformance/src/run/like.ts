import { ruleOf } from '../shape/types.js';

/** Matches every value that satisfies the condition. */
export class Like {
  constructor(
    readonly text: string,
    readonly is: (value: unknown) => boolean,
  ) {}

  toJSON(): string {
    return this.text;
  }
}

/**
 * Maximum difference of clocks: with a larger one expired tokens would not be rejected correctly.
 */
const CLOCKS_APART_MS = 5 * 60_000;

/** A time during this run. */
export const JUST_NOW = new Like('a date-time of this very run', (value) => {
  if (!ruleOf('date-time').holds(value)) return false;
  return Math.abs(Date.parse(String(value)) - Date.now()) < CLOCKS_APART_MS + uptimeMs();
});

export const SOME_UUID = new Like('a uuid', (value) => ruleOf('uuid').holds(value));

export const SOME_TEXT = new Like('text', (value) => typeof value === 'string' && value !== '');

function uptimeMs(): number {
  return process.uptime() * 1_000;
}

import type { PolicyEffect } from '@ndx/contracts';

/** Whether everything that the first rule permits is permitted by the second. */
export type IsWithin<T> = (one: T, other: T) => boolean;

/** The effect of replacing one rule by another. */
export function effectOf<T>(isWithin: IsWithin<T>, before: T, after: T): PolicyEffect {
  const isNarrower = isWithin(after, before);
  const isWider = isWithin(before, after);
  if (isNarrower) return isWider ? 'equal' : 'narrower';
  return isWider ? 'wider' : 'different';
}

/** The effect of several changes together. */
export function combined(effects: Iterable<PolicyEffect>): PolicyEffect {
  const [first = 'equal', ...others] = new Set([...effects].filter((one) => one !== 'equal'));
  return others.length === 0 ? first : 'different';
}

/** Permitted names, or any name. */
export type Permitted<T> = 'any' | readonly T[];

export function isSubset<T>(one: Permitted<T>, other: Permitted<T>): boolean {
  if (other === 'any') return true;
  const names = new Set(other);
  return one !== 'any' && one.every((name) => names.has(name));
}

/** Whether a list of sources permits no other, and prefers the same; an empty one permits any. */
export function isSubsequence(one: readonly string[], other: readonly string[]): boolean {
  if (other.length === 0) return true;
  let place = 0;
  for (const name of other) if (name === one[place]) place += 1;
  return one.length > 0 && place === one.length;
}

/** Whether a rule that only demands more when set permits no more than another. */
export const isAsStrict: IsWithin<boolean> = (one, other) => one || !other;

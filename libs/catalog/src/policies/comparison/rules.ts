import type { PolicyEffect } from '@ndx/contracts';
import { effectOf, type IsWithin } from './effect.js';

/** The meaning of a member of a policy. */
export interface Rule<T> {
  readonly isWithin: IsWithin<T>;
  /** The rule in a sentence. */
  readonly says: (value: T, subject: string) => string;
}

/** One for each member, so that a new member needs a meaning. */
export type Rules<S> = { readonly [M in keyof S]-?: Rule<S[M]> };

/** A member that differs between two selections, and the effect of its rules by themselves. */
export interface Difference<M> {
  readonly member: M;
  readonly effect: PolicyEffect;
  readonly before: string;
  readonly after: string;
}

/** @param subject the model or the field in a sentence */
export function differences<S extends object>(
  rules: Rules<S>,
  before: S,
  after: S,
  subject: string,
): Difference<keyof S & string>[] {
  return (Object.keys(rules) as (keyof S & string)[]).flatMap((member) => {
    const [one, other] = [before[member], after[member]];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    const { isWithin, says } = rules[member];
    const effect = effectOf(isWithin, one, other);
    return [{ member, effect, before: says(one, subject), after: says(other, subject) }];
  });
}

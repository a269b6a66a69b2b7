import { denied } from '@ndx/contracts';
import type { Decision } from './decision.js';

/**
 * Requires that the consents of a repeated request open what they opened when it was answered.
 * @param earlier the decision on the first answer
 * @param current the decision on the same request now
 * @throws PERMISSION_DENIED when a consent was replaced or amended, or opens other fields now
 */
export function requireSameConsents(earlier: Decision, current: Decision): void {
  if (termsOf(earlier) !== termsOf(current)) {
    throw denied(
      'consent_changed',
      'a consent has changed since the first answer: send a new query under a new key',
    );
  }
}

/** The consent of each network and data set with its fields, without its revision. */
function termsOf({ consents = [], bound, template }: Decision): string {
  return JSON.stringify([
    consents.map(({ id, fields, grants }) => [id, fields, grants]),
    bound,
    Object.values(template?.parts ?? {}).map(({ rules }) => rules.map((applied) => applied?.[2])),
  ]);
}

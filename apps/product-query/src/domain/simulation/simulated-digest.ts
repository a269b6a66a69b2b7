import { canonicalDigest } from '@ndx/proof';
import type { Draft } from '../replay/draft-rules.js';

/** The members of a draft that a simulation takes. */
export type SimulatedMembers = Pick<
  Draft,
  'isDefault' | 'enforced' | 'status' | 'modelSelections' | 'consent' | 'permissiblePurposes'
>;

/** SHA-256 in hexadecimal. */
export function simulatedDigest(draft: SimulatedMembers): string {
  const { isDefault, enforced, status, modelSelections, consent, permissiblePurposes } = draft;
  return canonicalDigest({
    ...{ is_default: isDefault, enforced, status, consent },
    model_selections: modelSelections,
    permissible_purposes: permissiblePurposes,
  });
}

import type { Dataset } from '@ndx/catalog';
import type { PermissiblePurpose, ReasonOf } from '@ndx/contracts';
import { allowsWithoutConsent, type ConsentTerms } from '../policy/querying-policy.js';

/** A refused network or data set. */
export interface Refused {
  readonly reason: Extract<
    ReasonOf<'PERMISSION_DENIED'>,
    'consent_out_of_scope' | 'consent_required'
  >;
}

/** The consent that binds an admitted query; undefined: none is needed. */
export type Admission<C> = { readonly consent: C | undefined } | Refused;

/**
 * Whether consents and policy admit a query that names no consent to a data set in one network, for
 * a query, a check and a simulation (decision 0068). The query of a product uses a recorded
 * consent only where the policy does not allow the query without one.
 * @param binding the recorded consent that applies, or its absence
 */
export function admission<C extends object>(
  binding: C | 'none' | 'closed' | 'of the bundle',
  policy: ConsentTerms,
  { kind, subject }: Pick<Dataset, 'kind' | 'subject'>,
  purpose: PermissiblePurpose | undefined,
): Admission<C> {
  if (binding === 'closed') return { reason: 'consent_out_of_scope' };
  if (binding === 'of the bundle') return { consent: undefined };
  const isAllowed = allowsWithoutConsent(policy, subject, purpose);
  if (isAllowed && kind === 'product') return { consent: undefined };
  if (typeof binding === 'object') return { consent: binding };
  return isAllowed ? { consent: undefined } : { reason: 'consent_required' };
}

export function isRefused(admitted: Admission<object>): admitted is Refused {
  return 'reason' in admitted;
}

import { covers, type Subject } from '@ndx/catalog';
import {
  denied,
  invalid,
  notFound,
  type ConsentState,
  type Principal,
  quoted,
} from '@ndx/contracts';

export interface ConsentRequest {
  readonly principal: Principal;
  readonly subjectType: Subject;
  readonly networkIds: readonly string[];
  /** The queried product or template. */
  readonly slug: string;
  readonly now: number;
}

/**
 * The named consent, if it is the caller's and of the right kind of subject.
 * @throws RESOURCE_NOT_FOUND for an unknown or foreign consent, VALIDATION_ERROR for another kind
 *   of subject
 */
export function requireOwnConsent(
  { principal, subjectType }: Pick<ConsentRequest, 'principal' | 'subjectType'>,
  consent: ConsentState | undefined,
): ConsentState {
  if (consent?.entity_id !== principal.entity_id) {
    throw notFound('consent_not_found', 'consent record not found');
  }
  if (consent.kind !== subjectType) {
    throw invalid(
      'subject_mismatch',
      `the consent is a ${consent.kind}'s, and the query is about a ${subjectType}`,
    );
  }
  return consent;
}

/**
 * The named consent, if it permits the query (design 6).
 * @throws RESOURCE_NOT_FOUND and VALIDATION_ERROR as above, PERMISSION_DENIED for a consent that is
 *   revoked, expired, out of scope or of another network
 */
export function requireConsent(
  request: ConsentRequest,
  named: ConsentState | undefined,
): ConsentState {
  const consent = requireOwnConsent(request, named);
  if (consent.revoked_at !== null) throw denied('consent_revoked', 'the consent is revoked');
  if (Date.parse(consent.expires_at) <= request.now)
    throw denied('consent_expired', 'the consent has expired');
  if (!covers(consent.scope, request.slug))
    throw denied('consent_out_of_scope', 'the scope of the consent does not cover this query');
  const { network_id: covered } = consent;
  const outside = covered === null ? undefined : request.networkIds.find((id) => id !== covered);
  if (outside !== undefined)
    throw denied('consent_out_of_scope', `the consent does not cover network ${quoted(outside)}`);
  return consent;
}

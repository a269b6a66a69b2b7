import {
  denied,
  invalid,
  networksWithRole,
  ownTime,
  requireRole,
  type Principal,
} from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { Consent } from '../domain/consent.js';
import { newTerms, type TermsInput } from '../domain/consent-terms.js';
import { RecordConsent } from './record-consent.js';
import { SubjectDirectory } from '../clients/subject-directory.js';

export interface BusinessConsentInput {
  /** Absent: every network in which the recording institution is a querier. */
  readonly networkId?: string | undefined;
  readonly didGatherConsent: boolean;
  /** Links an existing identity; otherwise the business is matched or created. */
  readonly businessId?: string | undefined;
  readonly identity: { readonly business_legal_name: string };
  readonly terms: TermsInput;
}

/** `POST /v1/consent/business` (design 6). */
@Injectable()
export class RecordBusinessConsent {
  constructor(
    private readonly subjects: SubjectDirectory,
    private readonly recordConsent: RecordConsent,
  ) {}

  /** @throws VALIDATION_ERROR, PERMISSION_DENIED unless a querier, RESOURCE_NOT_FOUND */
  async record(principal: Principal, input: BusinessConsentInput): Promise<Consent> {
    if (!input.didGatherConsent) {
      throw invalid(
        'prior_consent_missing',
        'consent cannot be created without prior business consent gathering',
      );
    }
    const { networkId = null, businessId, identity } = input;
    const networkIds = coveredNetworks(principal, networkId);
    const now = new Date();
    const terms = newTerms(input.terms, ownTime(principal, now));
    const subject =
      businessId === undefined
        ? await this.subjects.resolveBusiness(networkIds, identity)
        : await this.subjects.linkBusiness(principal, networkIds, businessId, identity);
    const { business_legal_name: legalName } = identity;
    const consent = { kind: 'business', networkId, subject, legalName, terms } as const;
    return this.recordConsent.record(principal, consent, identity, now);
  }
}

/** @throws PERMISSION_DENIED unless the caller is a querier in it, or without one, in any */
function coveredNetworks(
  principal: Principal,
  networkId: string | null,
): readonly [string, ...string[]] {
  if (networkId !== null) {
    requireRole(principal, networkId, 'querier');
    return [networkId];
  }
  const [first, ...others] = networksWithRole(principal, 'querier');
  if (first === undefined)
    throw denied('role_missing', 'the institution is not a querier in any network');
  return [first, ...others];
}

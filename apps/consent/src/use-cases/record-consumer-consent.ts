import { invalid, ownTime, requireRole, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { Consent } from '../domain/consent.js';
import { newTerms, type TermsInput } from '../domain/consent-terms.js';
import { RecordConsent } from './record-consent.js';
import { SubjectDirectory } from '../clients/subject-directory.js';

export interface ConsumerConsentInput {
  readonly networkId: string;
  readonly didGatherConsent: boolean;
  /** Links an existing identity; otherwise the consumer is matched or created. */
  readonly consumerId?: string | undefined;
  readonly identity: object;
  readonly terms: TermsInput;
}

/** `POST /v1/consent/consumer` (contract 4.1). */
@Injectable()
export class RecordConsumerConsent {
  constructor(
    private readonly subjects: SubjectDirectory,
    private readonly recordConsent: RecordConsent,
  ) {}

  /** @throws VALIDATION_ERROR (contract 7.5), PERMISSION_DENIED unless a querier, RESOURCE_NOT_FOUND */
  async record(principal: Principal, input: ConsumerConsentInput): Promise<Consent> {
    if (!input.didGatherConsent) {
      throw invalid(
        'prior_consent_missing',
        'consent cannot be created without prior consumer consent gathering',
      );
    }
    requireRole(principal, input.networkId, 'querier');
    const now = new Date();
    const terms = newTerms(input.terms, ownTime(principal, now));
    const { networkId, consumerId, identity } = input;
    const subject =
      consumerId === undefined
        ? await this.subjects.resolveConsumer(networkId, identity)
        : await this.subjects.linkConsumer(networkId, consumerId, identity);
    const consent = { kind: 'consumer', networkId, subject, legalName: null, terms } as const;
    return this.recordConsent.record(principal, consent, identity, now);
  }
}

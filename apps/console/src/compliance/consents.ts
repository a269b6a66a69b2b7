import type { BusinessConsent, ConsumerConsent } from '@ndx/client';

/** A consent of either kind of subject. */
export type Consent = BusinessConsent | ConsumerConsent;

export function subjectOf(consent: Consent): string {
  return 'consumer_id' in consent ? consent.consumer_id : consent.business_id;
}

/** The operations on the consents of each kind of subject. */
export const CONSENTS = {
  business: {
    list: 'listBusinessConsents',
    count: 'countBusinessConsents',
    read: 'readBusinessConsent',
    history: 'readHistoryOfBusinessConsent',
    auditEntries: 'listAuditEntriesOfBusinessConsent',
    receipt: 'exportReceiptOfBusinessConsent',
    amend: 'amendBusinessConsent',
    revoke: 'revokeBusinessConsent',
    addGrant: 'addGrantToBusinessConsent',
    closeGrant: 'closeGrantOfBusinessConsent',
  },
  consumer: {
    list: 'listConsumerConsents',
    count: 'countConsumerConsents',
    read: 'readConsumerConsent',
    history: 'readHistoryOfConsumerConsent',
    auditEntries: 'listAuditEntriesOfConsumerConsent',
    receipt: 'exportReceiptOfConsumerConsent',
    amend: 'amendConsumerConsent',
    revoke: 'revokeConsumerConsent',
    addGrant: 'addGrantToConsumerConsent',
    closeGrant: 'closeGrantOfConsumerConsent',
  },
} as const;

/** The consent of a view. */
export interface ConsentRef {
  readonly operations: (typeof CONSENTS)[keyof typeof CONSENTS];
  readonly consentId: string;
  readonly networkId: string;
}

/** A request about one consent. */
export function requestOf({ consentId, networkId }: ConsentRef) {
  return { path: { consent_id: consentId }, query: { network_id: networkId } };
}

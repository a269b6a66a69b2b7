import { eachItem, type BusinessConsent, type ConsumerConsent, type NdxClient } from '@ndx/client';
import type { SubjectKind } from './subject-kind.js';

/** A consent of either kind of subject. */
export type Consent = BusinessConsent | ConsumerConsent;

/** The operations on consents, the same for both kinds of subjects. */
export function consentsOf(ndx: NdxClient, kind: SubjectKind, networkId: string) {
  const isBusiness = kind === 'business';
  const query = { network_id: networkId };
  const request = (consentId: string) => ({ path: { consent_id: consentId }, query });
  return {
    list: (subjectId: string): Promise<Consent[]> => {
      const ofSubject = { network_id: networkId, subject_id: subjectId, limit: 100 };
      return isBusiness
        ? Array.fromAsync(eachItem(ndx.listBusinessConsents, { query: ofSubject }))
        : Array.fromAsync(eachItem(ndx.listConsumerConsents, { query: ofSubject }));
    },
    read: async (consentId: string): Promise<Consent> => {
      const { data } = await (isBusiness
        ? ndx.readBusinessConsent(request(consentId))
        : ndx.readConsumerConsent(request(consentId)));
      return data;
    },
    history: (consentId: string) =>
      Array.fromAsync(
        eachItem(
          isBusiness ? ndx.readHistoryOfBusinessConsent : ndx.readHistoryOfConsumerConsent,
          request(consentId),
        ),
      ),
    auditEntries: async (consentId: string) => {
      const { data } = await (isBusiness
        ? ndx.listAuditEntriesOfBusinessConsent(request(consentId))
        : ndx.listAuditEntriesOfConsumerConsent(request(consentId)));
      return data.audit_entries;
    },
    receipt: async (consentId: string) => {
      const { data } = await (isBusiness
        ? ndx.exportReceiptOfBusinessConsent(request(consentId))
        : ndx.exportReceiptOfConsumerConsent(request(consentId)));
      return data;
    },
    revoke: (consentId: string) => {
      const path = { consent_id: consentId };
      return isBusiness ? ndx.revokeBusinessConsent({ path }) : ndx.revokeConsumerConsent({ path });
    },
  };
}

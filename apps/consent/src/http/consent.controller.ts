import { consentOperationsOf, listCountOf, MAX_COUNTED_ITEMS, toAuditEntry } from '@ndx/api';
import { ownTime, requireMember, type ConsentKind, type Principal } from '@ndx/contracts';
import { afterRevision, Asked, Caller, Handles, idPage, placeOf } from '@ndx/service';
import { Controller, type Type } from '@nestjs/common';
import type { Consent } from '../domain/consent.js';
import {
  ConsentRepository,
  type ConsentFilter,
  type ConsentReference,
} from '../storage/consent-repository.js';
import { ChangeConsent } from '../use-cases/change-consent.js';
import { ReadAuditEntries } from '../use-cases/read-audit-entries.js';
import { ReadReceipt } from '../use-cases/read-receipt.js';
import { optionalInstantOf, toGrantInput, toTermsInput } from './consent-input.js';
import { toReceiptDocument } from './consent-receipt.js';
import { toConsentRecord } from './consent-record.js';
import { toHistoryRecord } from './history-record.js';

/** The controller of the recorded consents of one kind (contract 4.1, design 6). */
export function consentController(kind: ConsentKind): Type {
  const api = consentOperationsOf[kind];

  @Controller()
  class ConsentController {
    constructor(
      private readonly changeConsent: ChangeConsent,
      private readonly consents: ConsentRepository,
      private readonly readReceipt: ReadReceipt,
      private readonly readAuditEntries: ReadAuditEntries,
    ) {}

    @Handles(api.list)
    async list(@Caller() principal: Principal, @Asked() { query }: Asked<typeof api.list>) {
      const place = placeOf(query);
      const page = { ...filterOf(principal, query), ...place, limit: query.limit };
      const consents = await this.consents.list(principal, kind, page);
      const show = (consent: Consent) => toConsentRecord(consent, ownTime(principal));
      return idPage(consents, { ...place, idOf: ({ id }) => id, show });
    }

    @Handles(api.count)
    async count(@Caller() principal: Principal, @Asked() { query }: Asked<typeof api.count>) {
      const filter = { ...filterOf(principal, query), limit: MAX_COUNTED_ITEMS + 1 };
      return listCountOf(await this.consents.count(principal, kind, filter));
    }

    @Handles(api.read)
    async read(@Caller() principal: Principal, @Asked() { path, query }: Asked<typeof api.read>) {
      const reference = referenceOf(path, query.network_id);
      const consent = await this.consents.load(principal, reference);
      return toConsentRecord(consent, ownTime(principal));
    }

    @Handles(api.amend)
    async amend(@Caller() principal: Principal, @Asked() { path, body }: Asked<typeof api.amend>) {
      const reference = referenceOf(path, body.network_id);
      const consent = await this.changeConsent.amend(principal, reference, {
        terms: toTermsInput(body),
        expectedRevision: body.expected_revision,
      });
      return toConsentRecord(consent, ownTime(principal));
    }

    @Handles(api.revoke)
    async revoke(@Caller() principal: Principal, @Asked() { path }: Asked<typeof api.revoke>) {
      const consent = await this.changeConsent.revoke(principal, referenceOf(path));
      return toConsentRecord(consent, ownTime(principal));
    }

    @Handles(api.history)
    async history(
      @Caller() principal: Principal,
      @Asked() { path, query }: Asked<typeof api.history>,
    ) {
      const consent = await this.consents.load(principal, referenceOf(path, query.network_id));
      const after = afterRevision(query.cursor);
      const entries = await this.consents.history(consent, after, query.limit);
      const idOf = ({ revision }: { readonly revision: number }) => String(revision);
      return idPage(entries, { after: String(after), idOf, show: toHistoryRecord });
    }

    @Handles(api.receipt)
    async receipt(
      @Caller() principal: Principal,
      @Asked() { path, query }: Asked<typeof api.receipt>,
    ) {
      const reference = referenceOf(path, query.network_id);
      return toReceiptDocument(await this.readReceipt.read(principal, reference), new Date());
    }

    @Handles(api.audit)
    async audit(@Caller() principal: Principal, @Asked() { path, query }: Asked<typeof api.audit>) {
      const reference = referenceOf(path, query.network_id);
      const entries = await this.readAuditEntries.read(principal, reference);
      // The event has hashes of the identity, which no response shows.
      const shown = entries.map((entry) => toAuditEntry({ ...entry, data: null }));
      return { consent_id: path.consent_id, audit_entries: shown };
    }

    @Handles(api.addGrant)
    async addGrant(
      @Caller() principal: Principal,
      @Asked() { path, body }: Asked<typeof api.addGrant>,
    ) {
      const grant = toGrantInput(body);
      const consent = await this.changeConsent.addGrant(principal, referenceOf(path), grant);
      return toConsentRecord(consent, ownTime(principal));
    }

    @Handles(api.closeGrant)
    async closeGrant(
      @Caller() principal: Principal,
      @Asked() { path }: Asked<typeof api.closeGrant>,
    ) {
      const reference = referenceOf(path);
      const consent = await this.changeConsent.closeGrant(principal, reference, path.grant_id);
      return toConsentRecord(consent, ownTime(principal));
    }
  }
  return ConsentController;

  /** @throws PERMISSION_DENIED unless the caller is a member of the network, if one is given */
  function filterOf(
    principal: Principal,
    { network_id, subject_id, status, ...times }: Asked<typeof api.count>['query'],
  ): ConsentFilter {
    if (network_id !== undefined) requireMember(principal, network_id);
    return {
      ...{ networkId: network_id, subjectId: subject_id, status },
      from: optionalInstantOf(times.from),
      to: optionalInstantOf(times.to),
      expiresBefore: optionalInstantOf(times.expires_before),
    };
  }

  function referenceOf(
    path: { readonly consent_id: string },
    networkId?: string | null,
  ): ConsentReference {
    return { kind, id: path.consent_id, networkId: networkId ?? undefined };
  }
}

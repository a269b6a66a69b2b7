import type { Principal } from '@ndx/contracts';
import { provenEntriesOf, type AuditEntry, type AuditSource } from '@ndx/audit';
import { auditSourceOf, SETTINGS, type ServiceSettings } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Consent } from '../domain/consent.js';
import type { HistoryEntry } from '../domain/consent-change.js';
import { ConsentRepository, type ConsentReference } from '../storage/consent-repository.js';

/** The position of an entry, for a document that refers to it. */
type AuditReference = Pick<AuditEntry, 'network' | 'seq' | 'eventId' | 'type' | 'hash'>;

/** A consent with its complete history and the matching audit entries. */
export interface ConsentReceipt {
  readonly consent: Consent;
  readonly history: readonly HistoryEntry[];
  /** Entries written so far: an entry follows its change within about a second. */
  readonly auditEntries: readonly AuditReference[];
}

/** `GET /v1/consent/{kind}/{consent_id}/receipt` (decision 0034). */
@Injectable()
export class ReadReceipt {
  private readonly log: AuditSource;

  constructor(
    private readonly consents: ConsentRepository,
    dataSource: DataSource,
    @Inject(SETTINGS) settings: ServiceSettings,
  ) {
    this.log = auditSourceOf(settings, dataSource);
  }

  /** @throws RESOURCE_NOT_FOUND, as for the record */
  async read(principal: Principal, reference: ConsentReference): Promise<ConsentReceipt> {
    const consent = await this.consents.load(principal, reference);
    const history = await this.consents.history(consent, 0, consent.revision);
    return { consent, history, auditEntries: await provenEntriesOf(this.log, consent.id) };
  }
}

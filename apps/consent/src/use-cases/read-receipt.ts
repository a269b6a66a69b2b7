import type { Principal } from '@ndx/contracts';
import { auditEntriesOf, type AuditReference } from '@ndx/audit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Consent } from '../domain/consent.js';
import type { HistoryEntry } from '../domain/consent-change.js';
import { ConsentRepository, type ConsentReference } from '../storage/consent-repository.js';

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
  constructor(
    private readonly consents: ConsentRepository,
    private readonly dataSource: DataSource,
  ) {}

  /** @throws RESOURCE_NOT_FOUND, as for the record */
  async read(principal: Principal, reference: ConsentReference): Promise<ConsentReceipt> {
    const consent = await this.consents.load(principal, reference);
    const history = await this.consents.history(consent, 0, consent.revision);
    return { consent, history, auditEntries: await auditEntriesOf(this.dataSource, consent.id) };
  }
}

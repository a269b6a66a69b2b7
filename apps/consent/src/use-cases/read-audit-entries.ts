import { provenEntriesOf, type AuditSource, type ProvenEntry } from '@ndx/audit';
import type { Principal } from '@ndx/contracts';
import { auditSourceOf, SETTINGS, type ServiceSettings } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConsentRepository, type ConsentReference } from '../storage/consent-repository.js';

/** `GET /v1/consent/{kind}/{consent_id}/audit-entries` (decision 0094). */
@Injectable()
export class ReadAuditEntries {
  private readonly log: AuditSource;

  constructor(
    private readonly consents: ConsentRepository,
    dataSource: DataSource,
    @Inject(SETTINGS) settings: ServiceSettings,
  ) {
    this.log = auditSourceOf(settings, dataSource);
  }

  /** @throws RESOURCE_NOT_FOUND, as for the record */
  async read(principal: Principal, reference: ConsentReference): Promise<ProvenEntry[]> {
    const { id } = await this.consents.load(principal, reference);
    return provenEntriesOf(this.log, id);
  }
}

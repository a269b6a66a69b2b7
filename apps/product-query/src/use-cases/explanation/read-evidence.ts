import { createHash } from 'node:crypto';
import { provenEntriesOf, type AuditSource, type ProvenEntry } from '@ndx/audit';
import type { Principal, QueryEvent } from '@ndx/contracts';
import { auditSourceOf, SETTINGS, type ServiceSettings } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  appliedTerms,
  seesLog,
  seesWholeEvent,
  usedRecords,
  type AppliedInNetwork,
  type UsedRecord,
} from '../../domain/explanation/evidence.js';
import { visibleEvent } from '../../domain/decision/visible-event.js';
import { DecisionRepository } from '../../storage/decision-repository.js';
import { RecordEnds, type RecordEndState } from '../../storage/record-ends.js';

export interface Evidence {
  readonly event: QueryEvent;
  readonly isRecorded: boolean;
  readonly networks: readonly AppliedInNetwork[];
  readonly records: readonly UsedRecord[];
  readonly recordEnds: readonly RecordEndState[];
  /** SHA-256 of the certificate; null without one, and for other institutions than the querying one. */
  readonly digest: string | null;
  /** Entries so far: one follows its event within about a second. */
  readonly entries: readonly (Omit<ProvenEntry, 'data'> & { readonly data: string | null })[];
}

/** `GET /v1/query-events/{query_event_id}/evidence` (decision 0076). */
@Injectable()
export class ReadEvidence {
  private readonly log: AuditSource;

  constructor(
    private readonly decisions: DecisionRepository,
    private readonly ends: RecordEnds,
    dataSource: DataSource,
    @Inject(SETTINGS) settings: ServiceSettings,
  ) {
    this.log = auditSourceOf(settings, dataSource);
  }

  /** @throws RESOURCE_NOT_FOUND when the caller neither asked it nor governs one of its networks */
  async read(principal: Principal, queryEventId: string): Promise<Evidence> {
    const { query, reader } = await this.decisions.find(principal, queryEventId);
    const { event, decision, certificate } = query;
    const isQuerier = event.querying_entity_id === principal.entity_id;
    const decided = decision && { ...query, decision };
    const records = decided ? usedRecords(decided, reader) : [];
    const [recordEnds, entries] = await Promise.all([
      this.ends.of(records.map(({ recordId }) => recordId)),
      this.entries(principal, event),
    ]);
    return {
      event: visibleEvent(event, principal),
      isRecorded: decision !== undefined,
      networks: decided ? appliedTerms(decided, reader) : [],
      records,
      recordEnds,
      // A digest of few values would disclose them.
      digest: isQuerier && certificate !== undefined ? sha256(certificate) : null,
      entries,
    };
  }

  private async entries(principal: Principal, event: QueryEvent): Promise<Evidence['entries']> {
    const entries = await provenEntriesOf(this.log, event.query_event_id);
    const isWhole = seesWholeEvent({ event }, principal);
    return entries
      .filter(({ network }) => seesLog({ event }, network, principal))
      .map((entry) => ({ ...entry, data: isWhole ? entry.data : null }));
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

import { createHash } from 'node:crypto';
import { provenEntriesOf, type AuditSource, type ProvenEntry } from '@ndx/audit';
import { hasRole, type Principal, type QueryEvent, type VersionApproval } from '@ndx/contracts';
import { auditSourceOf, SETTINGS, type ServiceSettings } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  appliedTerms,
  datasetTerms,
  seesLog,
  seesWholeEvent,
  usedRecords,
  type AppliedInNetwork,
  type AppliedToDataset,
  type UsedRecord,
} from '../../domain/explanation/evidence.js';
import { visibleEvent } from '../../domain/decision/visible-event.js';
import { DecisionRepository } from '../../storage/decision-repository.js';
import { RecordEnds, type RecordEndState } from '../../storage/record-ends.js';
import { VersionApprovals } from '../../storage/version-approvals.js';

/** The approval of the draft that the version of a policy was. */
interface Approved {
  readonly approval:
    | (Omit<VersionApproval, 'account_id' | 'figures'> & {
        /** Null for readers that do not govern the network. */
        readonly account_id: string | null;
        /** Null for them too: they count queries of other institutions. */
        readonly figures: VersionApproval['figures'] | null;
      })
    | null;
}

/** The terms of a network, and of the data sets that a bundle reads there, with their approvals. */
export type ApprovedInNetwork = AppliedInNetwork &
  Approved & { readonly datasets: readonly (AppliedToDataset & Approved)[] };

export interface Evidence {
  readonly event: QueryEvent;
  readonly isRecorded: boolean;
  readonly networks: readonly ApprovedInNetwork[];
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
    private readonly approvals: VersionApprovals,
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
    const [networks, datasets, recordEnds, entries] = await Promise.all([
      this.approved(principal, decided ? appliedTerms(decided, reader) : []),
      this.approved(principal, decided ? datasetTerms(decided, reader) : []),
      this.ends.of(records.map(({ recordId }) => recordId)),
      this.entries(principal, event),
    ]);
    return {
      event: visibleEvent(event, principal),
      isRecorded: decision !== undefined,
      networks: networks.map((network) => ({
        ...network,
        datasets: datasets.filter(({ networkId }) => networkId === network.networkId),
      })),
      records,
      recordEnds,
      // A digest of few values would disclose them.
      digest: isQuerier && certificate !== undefined ? sha256(certificate) : null,
      entries,
    };
  }

  private async approved<T extends AppliedInNetwork>(
    principal: Principal,
    applied: readonly T[],
  ): Promise<(T & Approved)[]> {
    const found = await this.approvals.of(applied);
    return applied.map((terms, place) => {
      const approval = found[place] ?? null;
      const isGovernor = hasRole(principal, terms.networkId, 'governor');
      return {
        ...terms,
        approval: approval && {
          ...approval,
          account_id: isGovernor ? approval.account_id : null,
          figures: isGovernor ? approval.figures : null,
        },
      };
    });
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

import { createHash } from 'node:crypto';
import { provenEntriesOf, type AuditSource, type ProvenEntry } from '@ndx/audit';
import {
  hasRole,
  type Principal,
  type QueryEvent,
  type VersionApproval,
  type VersionBreakGlass,
} from '@ndx/contracts';
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
import { VersionOrigins, type VersionOrigin } from '../../storage/version-origins.js';

/** An object whose named members are null for readers that do not govern the network. */
type Redacted<T, K extends keyof T> = Omit<T, K> & { readonly [Key in K]: T[Key] | null };

/** How the draft that the version of a policy was became the version, as the reader may see it. */
interface Published {
  /** The figures count queries of other institutions. */
  readonly approval: Redacted<VersionApproval, 'account_id' | 'figures'> | null;
  readonly breakGlass: Redacted<VersionBreakGlass, 'account_id' | 'reason'> | null;
}

/** The terms of a network, and of the data sets that a bundle reads there, with their publications. */
export type PublishedInNetwork = AppliedInNetwork &
  Published & { readonly datasets: readonly (AppliedToDataset & Published)[] };

export interface Evidence {
  readonly event: QueryEvent;
  readonly isRecorded: boolean;
  readonly networks: readonly PublishedInNetwork[];
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
    private readonly origins: VersionOrigins,
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
      this.published(principal, decided ? appliedTerms(decided, reader) : []),
      this.published(principal, decided ? datasetTerms(decided, reader) : []),
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

  private async published<T extends AppliedInNetwork>(
    principal: Principal,
    applied: readonly T[],
  ): Promise<(T & Published)[]> {
    const origins = await this.origins.of(applied);
    return applied.map((terms, place) => ({
      ...terms,
      ...visibleOrigin(origins[place], hasRole(principal, terms.networkId, 'governor')),
    }));
  }

  private async entries(principal: Principal, event: QueryEvent): Promise<Evidence['entries']> {
    const entries = await provenEntriesOf(this.log, event.query_event_id);
    const isWhole = seesWholeEvent({ event }, principal);
    return entries
      .filter(({ network }) => seesLog({ event }, network, principal))
      .map((entry) => ({ ...entry, data: isWhole ? entry.data : null }));
  }
}

function visibleOrigin(origin: VersionOrigin | undefined, isGovernor: boolean): Published {
  const { approval = null, breakGlass = null } = origin ?? {};
  if (isGovernor) return { approval, breakGlass };
  return {
    approval: approval && { ...approval, account_id: null, figures: null },
    breakGlass: breakGlass && { ...breakGlass, account_id: null, reason: null },
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

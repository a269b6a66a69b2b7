import { invalid, requireRole, type Principal, type QueryEvent } from '@ndx/contracts';
import {
  canonicalJson,
  signPage,
  type FileReader,
  type IndexedEvent,
  type SignedPage,
} from '@ndx/proof';
import { PROOF_KEYS, type ProofKeys } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import { recordUses } from '../../domain/explanation/record-uses.js';
import { ownJson } from '../../storage/own-json.js';
import { QueryEventRepository, type Position } from '../../storage/query-event-repository.js';
import { RecordUseRepository } from '../../storage/record-use-repository.js';
import { queryingEntityOf } from '../query-events/feed-of-network.js';
import { decodeCursor, encodeCursor } from '../query-events/query-event-cursor.js';
import { SaltedCommitments } from './salted-commitments.js';

/** Longer than the gateway waits for the answer to a query, whose event has an earlier time. */
const SETTLED_AFTER_MS = 10_000;

export interface Period {
  readonly networkId: string;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly cursor: string | undefined;
  readonly limit: number;
}

interface DecidedEvent {
  readonly event: QueryEvent;
  /** Undefined where none was recorded. */
  readonly decision: unknown;
}

interface Listed {
  readonly events: readonly DecidedEvent[];
  /** Where the page ends; undefined when no event follows. */
  readonly end: Position | undefined;
}

/** Signs the index of a period: proves that no query event that its reader may see is missing. */
@Injectable()
export class SignIndex {
  constructor(
    private readonly queryEvents: QueryEventRepository,
    private readonly recordUses: RecordUseRepository,
    private readonly commitments: SaltedCommitments,
    @Inject(PROOF_KEYS) private readonly keys: ProofKeys,
  ) {}

  /**
   * `GET /v1/query-events/signed-index`: the events that the feed lists to the caller. Only an empty
   * page ends a period: others can be shorter than the limit.
   * @throws PERMISSION_DENIED for callers who are not members, VALIDATION_ERROR for an empty period,
   *   one that is not over, or an invalid cursor
   */
  async ofQueries(principal: Principal, period: Period): Promise<SignedPage> {
    const queryingEntityId = queryingEntityOf(principal, period.networkId);
    const kind = queryingEntityId === undefined ? 'governor' : 'querier';
    return this.sign(principal, kind, period, async (after) => {
      const events = await this.queryEvents.list({
        ...{ ...period, after, queryingEntityId, order: 'oldest_first' },
      });
      const decided = events.map(({ event, decision }) => ({ event, decision: ownJson(decision) }));
      return { events: decided, end: events.at(-1) };
    });
  }

  /**
   * `GET /v1/record-uses/signed-index`: the events that considered a furnisher's records.
   * @throws as `ofQueries`, and PERMISSION_DENIED when not a furnisher there
   */
  async ofRecordUses(principal: Principal, period: Period): Promise<SignedPage> {
    const { networkId } = period;
    const { entity_id: furnishingEntityId } = principal;
    requireRole(principal, networkId, 'furnisher');
    return this.sign(principal, 'furnisher', period, async (after) => {
      const { queries, end } = await this.recordUses.list({
        ...{ ...period, after, furnishingEntityId, order: 'oldest_first' },
      });
      const used = queries.filter((query) => recordUses(query, networkId, furnishingEntityId));
      return { events: used, end };
    });
  }

  private async sign(
    { entity_id }: Principal,
    kind: FileReader['kind'],
    { networkId, cursor, from, to }: Period,
    list: (after: Position | undefined) => Promise<Listed>,
  ): Promise<SignedPage> {
    const now = await this.queryEvents.now();
    if (to <= from) throw invalid('invalid_window', 'to must be after from');
    if (to.getTime() > now.getTime() - SETTLED_AFTER_MS) {
      throw invalid('invalid_window', 'the period must have ended at least 10 seconds ago');
    }
    const { events, end } = await list(cursor === undefined ? undefined : decodeCursor(cursor));
    return signPage(
      {
        network_id: networkId,
        reader: { kind, entity_id },
        from: from.toISOString(),
        to: to.toISOString(),
        signed_at: now.toISOString(),
        cursor: cursor ?? null,
        next_cursor: end ? encodeCursor(end) : null,
        events: events.map((each) => this.indexed(each)),
      },
      this.keys.jwsKey,
    );
  }

  private indexed({ event, decision }: DecidedEvent): IndexedEvent {
    const commitment = (of: string, value: unknown) =>
      this.commitments.to(event.query_event_id, of, canonicalJson(value)).sha256;
    return {
      query_event_id: event.query_event_id,
      occurred_at: event.occurred_at,
      event_sha256: commitment('event', event),
      decision_sha256: decision === undefined ? null : commitment('decision', decision),
    };
  }
}

import { invalid, type Principal } from '@ndx/contracts';
import { canonicalJson, signPage, type IndexedEvent, type SignedPage } from '@ndx/proof';
import { PROOF_KEYS, type ProofKeys } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import { ownJson } from '../../storage/own-json.js';
import { QueryEventRepository, type ListedEvent } from '../../storage/query-event-repository.js';
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

/** `GET /v1/query-events/signed-index`: proves that no query event of a period is missing. */
@Injectable()
export class SignIndex {
  constructor(
    private readonly queryEvents: QueryEventRepository,
    private readonly commitments: SaltedCommitments,
    @Inject(PROOF_KEYS) private readonly keys: ProofKeys,
  ) {}

  /**
   * Signs the events that the feed lists to the caller. Only an empty page ends a period: others can
   * be shorter than the limit.
   * @throws PERMISSION_DENIED for callers who are not members, VALIDATION_ERROR for an empty period,
   *   one that is not over, or an invalid cursor
   */
  async page(principal: Principal, { networkId, cursor, ...period }: Period): Promise<SignedPage> {
    const queryingEntityId = queryingEntityOf(principal, networkId);
    const now = await this.queryEvents.now();
    if (period.to <= period.from) throw invalid('invalid_window', 'to must be after from');
    if (period.to.getTime() > now.getTime() - SETTLED_AFTER_MS) {
      throw invalid('invalid_window', 'the period must have ended at least 10 seconds ago');
    }
    const listed = await this.queryEvents.list({
      ...period,
      ...{ networkId, queryingEntityId, order: 'oldest_first', withDecisions: true },
      after: cursor === undefined ? undefined : decodeCursor(cursor),
    });
    const last = listed.at(-1);
    return signPage(
      {
        network_id: networkId,
        reader: {
          kind: queryingEntityId === undefined ? 'governor' : 'querier',
          entity_id: principal.entity_id,
        },
        from: period.from.toISOString(),
        to: period.to.toISOString(),
        signed_at: now.toISOString(),
        cursor: cursor ?? null,
        next_cursor: last ? encodeCursor(last) : null,
        events: listed.map((each) => this.indexed(each)),
      },
      this.keys.jwsKey,
    );
  }

  private indexed({ event, decision, queryEventId, occurredAt }: ListedEvent): IndexedEvent {
    const commitment = (of: string, value: unknown) =>
      this.commitments.to(queryEventId, of, canonicalJson(value)).sha256;
    const decided = ownJson(decision);
    return {
      query_event_id: queryEventId,
      occurred_at: occurredAt,
      event_sha256: commitment('event', event),
      decision_sha256: decided === undefined ? null : commitment('decision', decided),
    };
  }
}

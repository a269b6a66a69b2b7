import { QueryExecuted, type NoResultReason, type QueryEvent } from '@ndx/contracts';
import { arrayText, batcher, columnsOf, isUniqueViolation, type Batcher } from '@ndx/postgres';
import { OutboxRelay, outboxValues } from '@ndx/messaging';
import { currentContext } from '@ndx/telemetry';
import { Injectable } from '@nestjs/common';
import type { AskedQuery } from '../domain/decision/asked-query.js';
import type { Decision } from '../domain/decision/decision.js';
import { QueryPool } from './query-pool.js';
import { payloadOf } from './stored-event.js';
import { WRITE_QUERIES, WRITE_RENEWAL } from './write-queries.js';

/** An issued certificate, with its inputs (design 9). */
export interface IssuedCertificate {
  readonly certificateId: string;
  readonly recordIds: readonly string[];
  /** The answer, byte for byte. */
  readonly body: string;
}

/** The stored data of a query besides its event. */
export interface QueryRecord {
  readonly certificate?: IssuedCertificate | undefined;
  readonly decision?: Decision | undefined;
  readonly asked?: AskedQuery | undefined;
  /** Why there is no result, as the explanation says it to a reader of the whole query. */
  readonly reason?: NoResultReason | undefined;
}

/** The key of a request, with its answer as it is stored. */
export interface AnsweredKey {
  readonly scope: Buffer;
  readonly answer: string;
}

const NO_KEY = { scope: null, answer: null };

interface Statement {
  readonly name: string;
  readonly text: string;
}

const QUERIES: Statement = { name: 'write-queries', text: WRITE_QUERIES };
const RENEWAL: Statement = { name: 'write-renewal', text: WRITE_RENEWAL };

type Row = readonly (string | null)[];

/** Writes the results of queries in one statement, and so in one transaction (design 9). */
@Injectable()
export class QueryWriter {
  private readonly batches: Batcher<Row, unknown>;

  constructor(
    private readonly pool: QueryPool,
    private readonly relay: OutboxRelay,
  ) {
    this.batches = batcher((rows: readonly Row[]) => this.insert(rows));
  }

  /** Writes the event with its decision, its outbox row and, when one was issued, the certificate. */
  async write(event: QueryEvent, kept: QueryRecord): Promise<void> {
    await this.batches.call(rowOf(event, kept));
    this.relay.wake();
  }

  /**
   * Writes the same in a statement of its own, because it may have to wait for another request with
   * the key or the notice.
   * @param key of the request, with its answer
   * @returns false when another request with the key or the notice was answered; then nothing is
   *   written
   */
  async writeOnce(event: QueryEvent, kept: QueryRecord, key?: AnsweredKey): Promise<boolean> {
    const isRenewal = event.notice_id !== undefined;
    const statement = isRenewal ? RENEWAL : QUERIES;
    try {
      const written = await this.insert([rowOf(event, kept)], key, statement);
      this.relay.wake();
      return written.length > 0;
    } catch (error) {
      // The queries of a notice have one id.
      if (isRenewal && isUniqueViolation(error)) return false;
      throw error;
    }
  }

  private insert(
    rows: readonly Row[],
    { scope, answer }: AnsweredKey | typeof NO_KEY = NO_KEY,
    { name, text }: Statement = QUERIES,
  ): Promise<unknown[]> {
    return this.pool.rows(name, text, [scope, answer, ...columnsOf(rows)]);
  }
}

function rowOf(event: QueryEvent, kept: QueryRecord): Row {
  return [...outboxValues(QueryExecuted, event, currentContext()), ...valuesOf(event, kept)];
}

/** Values in the order of `QUERY_ROW`. */
function valuesOf(event: QueryEvent, { certificate, decision, asked, reason }: QueryRecord): Row {
  return [
    event.query_event_id,
    event.querying_entity_id,
    arrayText(event.network_ids),
    event.occurred_at,
    event.product_slug,
    event.kind,
    event.outcome,
    String(event.billable),
    event.subject_id,
    arrayText(event.networks.flatMap(({ policy_id: id }) => id ?? [])),
    event.request_id,
    certificate?.certificateId ?? null,
    event.policy_id,
    event.policy_version === null ? null : String(event.policy_version),
    event.consent_id,
    certificate ? arrayText(certificate.recordIds) : null,
    certificate?.body ?? null,
    payloadOf(event),
    decision ? JSON.stringify(decision) : null,
    asked ? JSON.stringify(asked) : null,
    reason ?? null,
  ];
}

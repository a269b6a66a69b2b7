import { QueryExecuted, type QueryEvent } from '@ndx/contracts';
import { arrayText, batcher, columnsOf, type Batcher } from '@ndx/postgres';
import { OutboxRelay, outboxValues } from '@ndx/messaging';
import { currentContext } from '@ndx/telemetry';
import { Injectable } from '@nestjs/common';
import type { Decision } from '../domain/decision/decision.js';
import { QueryPool } from './query-pool.js';
import { WRITE_QUERIES } from './write-queries.js';

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
}

/** The key of a request, with its answer as it is stored. */
export interface AnsweredKey {
  readonly scope: Buffer;
  readonly answer: string;
}

const NO_KEY = { scope: null, answer: null };

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
   * Writes the same with the answer of a request with a key, in a statement of its own, because it
   * may have to wait for another request with that key.
   * @returns false when another request with the key was answered; then nothing is written
   */
  async writeOnce(event: QueryEvent, kept: QueryRecord, key: AnsweredKey): Promise<boolean> {
    const written = await this.insert([rowOf(event, kept)], key);
    this.relay.wake();
    return written.length > 0;
  }

  private insert(
    rows: readonly Row[],
    { scope, answer }: AnsweredKey | typeof NO_KEY = NO_KEY,
  ): Promise<unknown[]> {
    return this.pool.rows('write-queries', WRITE_QUERIES, [scope, answer, ...columnsOf(rows)]);
  }
}

function rowOf(event: QueryEvent, kept: QueryRecord): Row {
  return [...outboxValues(QueryExecuted, event, currentContext()), ...valuesOf(event, kept)];
}

/** Values in the order of `QUERY_ROW`. */
function valuesOf(event: QueryEvent, { certificate, decision }: QueryRecord): Row {
  return [
    event.query_event_id,
    event.querying_entity_id,
    arrayText(event.network_ids),
    event.occurred_at,
    certificate?.certificateId ?? null,
    event.policy_id,
    event.policy_version === null ? null : String(event.policy_version),
    event.consent_id,
    certificate ? arrayText(certificate.recordIds) : null,
    certificate?.body ?? null,
    decision ? JSON.stringify(decision) : null,
  ];
}

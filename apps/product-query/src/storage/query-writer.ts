import { QueryExecuted, type QueryEvent } from '@ndx/contracts';
import { arrayText, batcher, columnsOf, type Batcher } from '@ndx/postgres';
import { OutboxRelay, outboxValues } from '@ndx/messaging';
import { answeredMeanwhile, currentKeyedRequest, KeptAnswers, type Answer } from '@ndx/service';
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

type Row = readonly (string | null)[];

/** Writes the results of queries in one statement, and so in one transaction (design 9). */
@Injectable()
export class QueryWriter {
  private readonly batches: Batcher<Row, unknown>;

  constructor(
    private readonly pool: QueryPool,
    private readonly relay: OutboxRelay,
    private readonly answers: KeptAnswers,
  ) {
    this.batches = batcher((rows: readonly Row[]) => this.insert(rows));
  }

  /**
   * The query event with its decision, its outbox row and, when one was issued, the certificate; with the answer where
   * the request has a key, and by itself there: it may have to wait for another with that key.
   * @param body of the answer, JSON text; undefined where nothing satisfied the policy
   * @throws RESOURCE_CONFLICT when another request with the key was answered; then nothing is written
   */
  async write(
    event: QueryEvent,
    body: string | undefined,
    kept: QueryRecord = {},
  ): Promise<Answer> {
    const answer = answerOf(event.query_event_id, body);
    const row = [...outboxValues(QueryExecuted, event, currentContext()), ...valuesOf(event, kept)];
    const request = currentKeyedRequest();
    if (request) {
      const written = await this.insert([row], request.scope, this.answers.seal(request, answer));
      if (written.length === 0) throw answeredMeanwhile();
      request.isAnswered = true;
    } else {
      await this.batches.call(row);
    }
    this.relay.wake();
    return answer;
  }

  private insert(
    rows: readonly Row[],
    scope: Buffer | null = null,
    answer: string | null = null,
  ): Promise<unknown[]> {
    return this.pool.rows('write-queries', WRITE_QUERIES, [scope, answer, ...columnsOf(rows)]);
  }
}

/** 200 with a result, or 204; both name the query event (contract 7.3, design 9). */
function answerOf(queryEventId: string, body: string | undefined): Answer {
  return { status: body === undefined ? 204 : 200, body, reference: queryEventId };
}

/** In the order of `QUERY_ROW`. */
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

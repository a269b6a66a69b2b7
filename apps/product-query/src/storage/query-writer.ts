import { QueryExecuted, type QueryEvent } from '@ndx/contracts';
import { OutboxRelay, outboxValues } from '@ndx/messaging';
import {
  answeredMeanwhile,
  currentContext,
  currentKeyedRequest,
  KeptAnswers,
  type Answer,
} from '@ndx/service-kit';
import { Injectable } from '@nestjs/common';
import { QueryPool } from './query-pool.js';
import { writeStatement } from './write-statements.js';

/** An issued certificate, kept with what it was made of (design 9). */
export interface IssuedCertificate {
  readonly certificateId: string;
  readonly recordIds: readonly string[];
  /** The answer, byte for byte. */
  readonly body: string;
}

const PLAIN = { event: writeStatement(false, false), certificate: writeStatement(true, false) };
const KEYED = { event: writeStatement(false, true), certificate: writeStatement(true, true) };

/** Writes what a query leaves behind in one statement, and so in one transaction (design 9). */
@Injectable()
export class QueryWriter {
  constructor(
    private readonly pool: QueryPool,
    private readonly relay: OutboxRelay,
    private readonly answers: KeptAnswers,
  ) {}

  /**
   * The query event, its outbox row and, when one was issued, the certificate; with the answer where
   * the request has a key.
   * @throws RESOURCE_CONFLICT when another request with the key was answered; then nothing is written
   */
  async write(event: QueryEvent, answer: Answer, certificate?: IssuedCertificate): Promise<void> {
    const values = [
      ...outboxValues(QueryExecuted, event, currentContext()),
      ...eventValues(event),
      ...(certificate ? certificateValues(event, certificate) : []),
    ];
    const kind = certificate ? 'certificate' : 'event';
    const request = currentKeyedRequest();
    if (request) {
      const key = [request.scope, this.answers.seal(request, answer)];
      const { name, text } = KEYED[kind];
      const written = await this.pool.rows(name, text, [...values, ...key]);
      if (written.length === 0) throw answeredMeanwhile();
      request.isAnswered = true;
    } else {
      const { name, text } = PLAIN[kind];
      await this.pool.rows(name, text, values);
    }
    this.relay.wake();
  }
}

function eventValues(event: QueryEvent): unknown[] {
  return [
    event.query_event_id,
    event.querying_entity_id,
    event.network_ids,
    event.occurred_at,
    JSON.stringify(event),
  ];
}

function certificateValues(event: QueryEvent, certificate: IssuedCertificate): unknown[] {
  return [
    certificate.certificateId,
    event.query_event_id,
    event.querying_entity_id,
    event.network_ids,
    event.policy_id,
    event.policy_version,
    event.consent_id,
    certificate.recordIds,
    event.occurred_at,
    certificate.body,
  ];
}

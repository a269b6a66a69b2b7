import { QueryExecuted, type QueryEvent } from '@ndx/contracts';
import { OUTBOX_COLUMNS, OutboxRelay, outboxValues } from '@ndx/messaging';
import { currentContext } from '@ndx/service-kit';
import { Injectable } from '@nestjs/common';
import { QueryPool } from './query-pool.js';

/** An issued certificate, kept with what it was made of (design 9). */
export interface IssuedCertificate {
  readonly certificateId: string;
  readonly recordIds: readonly string[];
  /** The answer, byte for byte. */
  readonly body: string;
}

const EVENT_VALUES = 5;
const CERTIFICATE_VALUES = 10;

/** The numbered parameters from `first`, e.g. `$6, $7, $8`. */
function parameters(first: number, count: number): string {
  return Array.from({ length: count }, (_, index) => `$${first + index}`).join(', ');
}

const OUTBOX_VALUES = OUTBOX_COLUMNS.split(',').length;

const RECORD_EVENT = `
with query_event as (
  insert into query_event (query_event_id, querying_entity_id, network_ids, occurred_at, payload)
  values (${parameters(OUTBOX_VALUES + 1, EVENT_VALUES)})
)`;

const PUBLISH = `insert into outbox (${OUTBOX_COLUMNS}) values (${parameters(1, OUTBOX_VALUES)})`;

const WRITE_EVENT = `${RECORD_EVENT} ${PUBLISH}`;

const WRITE_CERTIFICATE = `${RECORD_EVENT}, certificate as (
  insert into certificate (certificate_id, query_event_id, entity_id, network_ids, policy_id,
    policy_version, consent_id, record_ids, issued_at, body)
  values (${parameters(OUTBOX_VALUES + EVENT_VALUES + 1, CERTIFICATE_VALUES)})
) ${PUBLISH}`;

/** Writes what a query leaves behind in one statement, and so in one transaction (design 9). */
@Injectable()
export class QueryWriter {
  constructor(
    private readonly pool: QueryPool,
    private readonly relay: OutboxRelay,
  ) {}

  /** The query event, its outbox row and, when one was issued, the certificate. */
  async write(event: QueryEvent, certificate?: IssuedCertificate): Promise<void> {
    const values = [
      ...outboxValues(QueryExecuted, event, currentContext()),
      event.query_event_id,
      event.querying_entity_id,
      event.network_ids,
      event.occurred_at,
      JSON.stringify(event),
    ];
    if (certificate) {
      await this.pool.rows('write-certificate', WRITE_CERTIFICATE, [
        ...values,
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
      ]);
    } else {
      await this.pool.rows('write-query-event', WRITE_EVENT, values);
    }
    this.relay.wake();
  }
}

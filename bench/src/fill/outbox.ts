import { setTimeout as pause } from 'node:timers/promises';
import { QueryExecuted, newId } from '@ndx/contracts';
import { OUTBOX_COLUMNS, OUTBOX_ROW, outboxValues } from '@ndx/messaging';
import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type pg from 'pg';

const POLL_MS = 50;

/** Commits a backlog of query events to the outbox of product-query. */
export async function fillOutbox(database: pg.Client, events: number): Promise<void> {
  await database.query(FILL, [...valuesOfRow(), events]);
}

/** Wakes the relay, and waits until it has published and audited the backlog. */
export async function untilPublished(database: pg.Client): Promise<void> {
  await database.query(`notify outbox_written, ''`);
  while ((await database.query('select from outbox limit 1')).rowCount !== 0) await pause(POLL_MS);
}

const COLUMNS = Object.entries(OUTBOX_ROW);

/** A row with its own id and key, and otherwise the given values, for each event. */
const FILL = `
insert into outbox (${OUTBOX_COLUMNS})
select ${COLUMNS.map(([name, type], index) => columnOf(name, `$${index + 1}::${type}`)).join(', ')}
from generate_series(1, $${COLUMNS.length + 1}::int)`;

/** Each parameter must be used. */
function columnOf(name: string, given: string): string {
  if (name === 'id') return `coalesce(gen_random_uuid(), ${given})`;
  if (name === 'key') return `coalesce(gen_random_uuid()::text, ${given})`;
  return given;
}

/** The outbox row of a query with a result. */
function valuesOfRow(): (string | null)[] {
  const id = newId();
  return outboxValues(
    QueryExecuted,
    {
      query_event_id: id,
      product_id: id,
      product_slug: 'kyb_certificate',
      kind: 'product',
      environment: 'development',
      network_ids: [DEMO_NETWORK.id],
      policy_id: null,
      policy_version: null,
      networks: [{ network_id: DEMO_NETWORK.id, policy_id: null, policy_version: null }],
      querying_entity_id: QUERYING_BANK.entityId,
      account_id: id,
      subject_type: 'business',
      subject_id: id,
      consent_id: id,
      permissible_purpose: null,
      furnishing_entity_ids: [id],
      certificate_id: id,
      outcome: 'issued',
      billable: true,
      occurred_at: new Date().toISOString(),
      request_id: id,
    },
    { requestId: id, accountId: id },
  );
}

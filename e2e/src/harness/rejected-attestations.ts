import { expect } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { SYSTEM_OPERATOR } from '@ndx/tools/network/demo-network';
import { KYB_PRODUCT_ID } from './business.js';
import type { Exchange } from './exchange.js';
import { succeed, type Participant } from './participant.js';

const FUNCTION = 'reject_attestation';

const PARKED = '/v1/services/product-query/parked-events';

/** Parks the event of a new attestation in product-query; returns its key. */
export async function parkAttestation(
  exchange: Exchange,
  { client, entityId }: Participant,
): Promise<string> {
  await rejectAttestations(exchange, entityId);
  const answer = await client.post('/v1/institution-attestation', {
    product_id: KYB_PRODUCT_ID,
    signed_by_name: 'Jordan Avery',
    signed_by_title: 'Compliance officer',
    attestation_data: {},
  });
  // It is recorded, and product-query has not confirmed it.
  expect(answer).toMatchObject({ status: 500, body: { reason: 'not_confirmed' } });
  const { data } = await succeed(client.get('/v1/institution-attestation'));
  const key = String((data as readonly { readonly id: string }[]).at(-1)?.id);
  await eventually(async () => expect(await parkedOf(exchange, key)).toHaveLength(1));
  return key;
}

/** The parked events of a key in product-query. */
export async function parkedOf(exchange: Exchange, key: string): Promise<readonly object[]> {
  const { data } = await succeed(exchange.as(SYSTEM_OPERATOR).get(PARKED));
  return (data as { readonly key: string }[]).filter((event) => event.key === key);
}

/** Lets product-query's database reject the attestations of an institution, so that it parks them. */
async function rejectAttestations(exchange: Exchange, entityId: string): Promise<void> {
  await acceptAttestations(exchange);
  await run(
    exchange,
    `create function ${FUNCTION}() returns trigger language plpgsql as $$
     begin
       if new.entity_id = '${entityId}' then raise exception 'the attestation is rejected'; end if;
       return new;
     end $$`,
  );
  await run(
    exchange,
    `create trigger ${FUNCTION} before insert on attestation_copy
     for each row execute function ${FUNCTION}()`,
  );
}

/** Fixes the cause. */
export async function acceptAttestations(exchange: Exchange): Promise<void> {
  await run(exchange, `drop function if exists ${FUNCTION} cascade`);
}

async function run(exchange: Exchange, statement: string): Promise<void> {
  await exchange.sql('product-query', statement, []);
}

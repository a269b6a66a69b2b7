import { listSigningKeys, type PublishedKey } from '@ndx/api';
import { ConsentGranted, newId } from '@ndx/contracts';
import { verifyAnswer } from '@ndx/proof';
import { describe, expect, test } from '@jest/globals';
import { aVerifiedBusiness } from '../testing/explained-business.js';
import { aConsumerQuery } from '../testing/requests.js';
import { anOwner, ASSETS } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, aWorld, type World } from '../testing/world.js';

const KYB = '/v1/products/kyb_certificate/query';

describe('the answer to a query', () => {
  const service = useQueryService();

  const send = async (world: World, path: string, body: object, key?: string) => {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    const answer = await service.send(world.principal, 'POST', path, body, headers);
    return {
      status: answer.status,
      reference: answer.headers.get('x-ref-id'),
      signature: answer.headers.get('answer-signature'),
      isReplayed: answer.headers.has('idempotency-replayed'),
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  };

  /** The keys that the service lists for the gateway. */
  const publishedKeys = async () => {
    const { body } = await service.call<{ keys: PublishedKey[] }>(
      'gateway',
      listSigningKeys.method,
      listSigningKeys.path,
    );
    return body.keys;
  };

  const certificateQuery = async () => {
    const world = await aVerifiedBusiness(service);
    const consent = aConsent(world);
    await service.deliver(ConsentGranted, consent);
    const body = { network_ids: [world.networkId], consent_id: consent.consent_id };
    return [world, KYB, body] as const;
  };
  const templateQuery = async () => {
    const { world, ssn } = await anOwner(service);
    return [world, ASSETS.query.path, aConsumerQuery(ssn)] as const;
  };

  test.each([
    ['a certificate', certificateQuery],
    ['a template', templateQuery],
  ])('with %s is signed with its event, institution and time', async (_kind, query) => {
    const [world, path, body] = await query();
    const { status, reference, signature, bytes } = await send(world, path, body);
    const verified = verifyAnswer(bytes, String(signature), await publishedKeys());
    const [event] = await service.queryEvents(world.principal);
    expect({ status, reference }).toEqual({ status: 200, reference: event?.query_event_id });
    expect(verified).toMatchObject({
      queryEventId: event?.query_event_id,
      queryingEntityId: world.principal.entity_id,
      occurredAt: event?.occurred_at,
    });
  });

  test('has the same signature when it is sent again', async () => {
    const [world, path, body] = await certificateQuery();
    const key = newId();
    const first = await send(world, path, body, key);
    expect(await send(world, path, body, key)).toEqual({ ...first, isReplayed: true });
    const keys = await publishedKeys();
    expect(verifyAnswer(first.bytes, String(first.signature), keys)).toMatchObject({
      queryEventId: first.reference,
    });
  });

  test('without a result has none', async () => {
    const world = aWorld();
    const consent = aConsent(world);
    await service.deliver(ConsentGranted, consent);
    const body = { network_ids: [world.networkId], consent_id: consent.consent_id };
    expect(await send(world, KYB, body)).toMatchObject({ status: 204, signature: null });
  });
});

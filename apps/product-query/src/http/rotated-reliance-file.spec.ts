import { listSigningKeys, type PublishedKey } from '@ndx/api';
import { RecordEnded, type Principal } from '@ndx/contracts';
import { verifyAnswer, verifyRelianceFile } from '@ndx/proof';
import { requestsTo, type Requests } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { expect, test } from '@jest/globals';
import { useQueryService } from '../testing/use-query-service.js';
import { aVerification, aWorld, theEndOf, type World } from '../testing/world.js';

const service = useQueryService();

const KYB = '/v1/products/kyb_certificate/query';

/** A business with one record, and the bytes and the signature of its certificate. */
async function anAnswer() {
  const world = aWorld();
  await service.identify(world, 'business', world.hash);
  const record = aVerification(world, { business_entity_type: 'llc' });
  await service.furnish(record);
  return { world, record, ...(await ask(service, world)) };
}

async function ask(process: Requests, { principal, networkId, subjectId }: World) {
  const body = { network_ids: [networkId], business_id: subjectId };
  const answer = await process.send(principal, 'POST', KYB, body);
  return {
    reference: String(answer.headers.get('x-ref-id')),
    signature: String(answer.headers.get('answer-signature')),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

/** The file with its entry of the log. */
function fileFrom(process: Requests, principal: Principal, reference: string): Promise<Buffer> {
  const path = `/v1/query-events/${reference}/reliance-file`;
  return eventually(async () => {
    const answer = await process.send(principal, 'GET', path);
    const file = Buffer.from(await answer.arrayBuffer());
    expect((await verifyRelianceFile(file)).checkpoints).toHaveLength(1);
    return file;
  });
}

/** The keys as the gateway publishes them. */
async function keysOf(process: Requests) {
  const { method, path } = listSigningKeys;
  const { body } = await process.call<{ keys: PublishedKey[] }>('gateway', method, path);
  return { keys: body.keys, document: Buffer.from(JSON.stringify(body)) };
}

test('a file and an answer stay verifiable after a new signing key and a withdrawal', async () => {
  const { world, record, reference, signature, bytes } = await anAnswer();
  const { principal } = world;
  const file = await fileFrom(service, principal, reference);
  const saved = await keysOf(service);

  const rotated = await service.rotateSigningKey();
  const later = requestsTo(rotated.url);
  const published = await keysOf(later);
  const kid = (one: Buffer, { document }: typeof saved) =>
    verifyRelianceFile(one, { published: document }).then((verified) => verified.kid);
  const first = await kid(file, saved);
  expect(await kid(file, published)).toBe(first);
  expect(verifyAnswer(bytes, signature, published.keys)).toMatchObject({ queryEventId: reference });

  const again = await fileFrom(later, principal, reference);
  expect(await kid(again, published)).not.toBe(first);
  // It is signed by a key that came later.
  await expect(kid(again, saved)).rejects.toMatchObject({ code: 'key_unknown' });

  await service.deliver(RecordEnded, theEndOf(record));
  expect((await ask(later, world)).bytes).toHaveLength(0);
  const withdrawn = await fileFrom(later, principal, reference);
  const { members } = await verifyRelianceFile(withdrawn, { published: published.document });
  expect(members.get('answer.json')).toEqual(bytes);
  expect(await kid(file, published)).toBe(first);
  await rotated.close();
});

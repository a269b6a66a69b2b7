import { WitnessesChanged, type Principal, type Witness } from '@ndx/contracts';
import { formatVerifierKey, noteSigner, privateKeyOf } from '@ndx/proof';
import { eventually } from '@ndx/testing';
import { expect, test } from '@jest/globals';
import { useEntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution } from '../testing/participants.js';

const ORIGIN = 'https://witness.example.com';

const service = useEntityService({ WITNESS_ORIGINS: `https://other.example.com,${ORIGIN}` });

const set = (by: Principal, networkId: string, ...witnesses: readonly Witness[]) =>
  service.call(by, 'PUT', `/v1/networks/${networkId}/witnesses`, { witnesses });

test('a governor sets the witnesses of a network, every member reads them', async () => {
  const { networkId, governor } = await foundNetwork(service);
  const member = await joinInstitution(service, governor, networkId, 'querier');
  const list = (by: Principal) => service.call(by, 'GET', `/v1/networks/${networkId}/witnesses`);
  expect((await list(member)).body).toEqual({ witnesses: [] });

  const witnesses = [aWitness({ name: 'one' }), aWitness({ name: 'other' })];
  expect(await set(governor, networkId, ...witnesses)).toMatchObject({
    status: 200,
    body: { witnesses },
  });
  expect((await list(member)).body).toEqual({ witnesses });
  expect(await set(governor, networkId)).toMatchObject({ status: 200, body: { witnesses: [] } });
  await eventually(() => {
    const changes = service.published(WitnessesChanged, networkId);
    expect(changes.map((change) => [change.revision, change.witnesses])).toEqual([
      [1, witnesses],
      [2, []],
    ]);
  });
});

test('the witnesses of a network are set by its governors alone, read by its members', async () => {
  const { networkId, governor } = await foundNetwork(service);
  const member = await joinInstitution(service, governor, networkId, 'querier');
  const other = await foundNetwork(service);
  const stranger = await joinInstitution(service, other.governor, other.networkId, 'governor');
  expect(await set(member, networkId, aWitness())).toMatchObject({ status: 403 });
  expect(await set(stranger, networkId, aWitness())).toMatchObject({ status: 403 });
  const read = await service.call(stranger, 'GET', `/v1/networks/${networkId}/witnesses`);
  expect(read.status).toBe(403);
});

test.each<[string, readonly Witness[]]>([
  ['an origin that the operator does not allow', [aWitness({ url: 'https://10.0.0.1/' })]],
  ['another port of an allowed host', [aWitness({ url: `${ORIGIN}:8443/` })]],
  ['a user name', [aWitness({ url: 'https://user@witness.example.com/' })]],
  ['a query', [aWitness({ url: `${ORIGIN}/?a=b` })]],
  ['no URL', [aWitness({ url: 'witness' })]],
  ['a key of checkpoints', [aWitness({ type: 'ed25519' })]],
  ['no key', [{ ...aWitness(), verifier_key: 'example.com+00000000+AAAA' }]],
  ['the name of another one', [aWitness(), aWitness()]],
])('a witness with %s is rejected', async (_, witnesses) => {
  const { networkId, governor } = await foundNetwork(service);
  expect(await set(governor, networkId, ...witnesses)).toMatchObject({ status: 400 });
});

test('a network has at most eight witnesses', async () => {
  const { networkId, governor } = await foundNetwork(service);
  const nine = Array.from({ length: 9 }, (_, index) => aWitness({ name: `w${index}` }));
  expect(await set(governor, networkId, ...nine)).toMatchObject({ status: 422 });
});

function aWitness({
  name = 'witness.example.com',
  url = `${ORIGIN}/log/`,
  type = 'cosignature',
}: { name?: string; url?: string; type?: 'cosignature' | 'ed25519' } = {}): Witness {
  const { verifier } = noteSigner(name, privateKeyOf(Buffer.alloc(32, 1)), type);
  return { verifier_key: formatVerifierKey(verifier), url };
}

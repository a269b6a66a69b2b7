import {
  AttestationCreated,
  ConsentGranted,
  newId,
  QueryingPolicySaved,
  type Permission,
  type Principal,
} from '@ndx/contracts';
import { verifyRelianceFile, type FieldLeaf, type VerifiedFile } from '@ndx/proof';
import { member, memberOfEach } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { describe, expect, test } from '@jest/globals';
import { aField } from '../testing/builders.js';
import { IDENTITY, KYB } from '../testing/coverage.js';
import {
  aDemand,
  aVerifiedBusiness,
  forgetDecision,
  loseRecord,
  queryCertificate,
} from '../testing/explained-business.js';
import { aConsumer, anOwner, ASSETS, LIABILITIES } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, anAttestation, aVerification, type World } from '../testing/world.js';

const service = useQueryService();

const PERMISSIONS: readonly Permission[] = ['billing:read', 'product:query'];

const request = (reader: Principal, reference: string, permissions = PERMISSIONS) =>
  service.send(
    { ...reader, permissions: [...permissions] },
    'GET',
    `/v1/query-events/${reference}/reliance-file`,
  );

const requestOfUse = (reader: Principal, reference: string) =>
  service.send(
    { ...reader, permissions: ['data:furnish'] },
    'GET',
    `/v1/record-uses/${reference}/reliance-file`,
  );

async function fileOfUse({ networkId, furnisherId }: World, reference: string) {
  const furnisher = { ...member(networkId, 'furnisher'), entity_id: furnisherId };
  const response = await requestOfUse(furnisher, reference);
  return verifyRelianceFile(Buffer.from(await response.arrayBuffer()));
}

async function verified(
  { principal }: Pick<World, 'principal'>,
  reference: string,
): Promise<VerifiedFile> {
  const response = await request(principal, reference);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  return verifyRelianceFile(Buffer.from(await response.arrayBuffer()));
}

/** The file once the log has the event. */
const logged = (world: World, reference: string) =>
  eventually(async () => {
    const file = await verified(world, reference);
    expect(file.checkpoints).not.toEqual([]);
    return file;
  });

function leavesOf({ members }: VerifiedFile): readonly FieldLeaf[] {
  return [...members]
    .filter(([path]) => path.startsWith('records/'))
    .flatMap(([, text]) => (JSON.parse(text.toString()) as { fields: FieldLeaf[] }).fields);
}

const textOf = ({ members }: VerifiedFile) =>
  [...members].map(([, content]) => content.toString()).join('\n');

async function storedAnswer(reference: string) {
  const [stored] = await service.sql<{ body: string; record_ids: string[] }>(
    'select body, record_ids from certificate join query_text using (query_event_id) where query_event_id = $1',
    [reference],
  );
  return stored;
}

describe('the reliance file of another reader', () => {
  test('has for a governor what its policies did, and no value', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const own = await verified(world, reference);
    const file = await verified({ principal: member(world.networkId, 'governor') }, reference);
    expect(file.manifest.reader.kind).toBe('governor');
    expect(leavesOf(file).map(({ sha256 }) => ({ sha256 }))).toEqual(
      leavesOf(own).map(({ sha256 }) => ({ sha256 })),
    );
    expect(leavesOf(file).filter(({ json }) => json !== undefined)).toEqual([]);
    // As a word, because Base64 has every sequence of letters.
    expect(textOf(own)).toMatch(/\bllc\b/);
    expect(textOf(file)).not.toMatch(/\bllc\b/);
  });

  test('commits for every reader to the same answer, which one of them opens', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const readers = [world.principal, member(world.networkId, 'governor')];
    const [one, other] = await Promise.all(
      readers.map((principal) => verified({ principal }, reference)),
    );
    const hashes = (file?: VerifiedFile) => file?.manifest.commitments.map(({ sha256 }) => sha256);
    expect(hashes(one)).toEqual(hashes(other));
    expect(one?.manifest.commitments[0]).toHaveProperty('salt');
    expect(other?.manifest.commitments[0]).not.toHaveProperty('salt');
  });

  test('has for a governor of one network nothing of the others', async () => {
    const one = await aVerifiedBusiness(service);
    const other = newId();
    const world = { ...one, principal: memberOfEach('querier', one.networkId, other) };
    const network_ids = [one.networkId, other];
    const reference = await queryCertificate(service, world, { network_ids });
    const file = await verified({ principal: member(other, 'governor') }, reference);
    expect(leavesOf(file)).toEqual([]);
    expect(textOf(file)).not.toMatch(new RegExp(`${one.networkId}|${one.subjectId}`));
  });

  test('has for a furnisher its own records, and neither querier nor subject', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const file = await fileOfUse(world, reference);
    expect(file.manifest.reader.kind).toBe('furnisher');
    expect(leavesOf(file)).toContainEqual(
      expect.objectContaining({ field: 'business_entity_type', json: '"llc"' }),
    );
    expect(textOf(file)).not.toMatch(
      new RegExp(`${world.principal.entity_id}|${world.subjectId}|${world.principal.account_id}`),
    );
  });

  test('is not found by a furnisher whose records were not used', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const response = await requestOfUse(member(world.networkId, 'furnisher'), reference);
    expect(response.status).toBe(404);
  });
});

describe('the reliance file of a template answer', () => {
  test('proves the answer byte for byte', async () => {
    const owner = await anOwner(service);
    const { reference, body } = await owner.query(ASSETS);
    const file = await verified(owner.world, String(reference));
    expect(JSON.parse(String(file.members.get('answer.json')))).toEqual(body);
    expect(leavesOf(file)).toContainEqual(
      expect.objectContaining({ field: 'housing_status_own_rent', json: '"own"' }),
    );
  });

  test('computes its outputs again from visible values', async () => {
    const debtor = await aConsumer(service);
    const debts = LIABILITIES.outputs.flatMap(({ source, name }) =>
      source.kind === 'furnished' ? [[name, '1.00'] as const] : [],
    );
    await debtor.furnish(LIABILITIES, Object.fromEntries(debts));
    const { reference, body } = await debtor.query(LIABILITIES);
    const file = await verified(debtor.world, String(reference));
    expect(body).toMatchObject({ current_total_liabilities: '6' });
    expect(JSON.parse(String(file.members.get('decision.json')))).toHaveProperty('computed', {});
  });

  test('without a result makes none', async () => {
    const consumer = await aConsumer(service);
    const { reference } = await consumer.query(ASSETS);
    const file = await verified(consumer.world, String(reference));
    expect([file.members.has('answer.json'), leavesOf(file)]).toEqual([false, []]);
  });
});

describe('the reliance file of a certificate', () => {
  test('proves the answer byte for byte, with everything that made it', async () => {
    const world = await aVerifiedBusiness(service);
    const attestation = anAttestation({ entity_id: world.furnisherId, product_id: KYB });
    const policy = aDemand(world, { attestation_required: true });
    await service.deliver(AttestationCreated, attestation);
    await service.deliver(QueryingPolicySaved, policy);
    const reference = await queryCertificate(service, world);
    const file = await logged(world, reference);
    const stored = await storedAnswer(reference);
    expect([...file.members.keys()].slice(2)).toEqual([
      'answer.json',
      'assembly.mjs',
      `attestations/${attestation.attestation_id}.json`,
      'consent.json',
      'decision.json',
      'event.json',
      'explanation.json',
      'keys.json',
      `log/${world.networkId}.json`,
      'policy.json',
      `records/${stored?.record_ids[0] ?? ''}.json`,
      'report.html',
    ]);
    expect(file.members.get('answer.json')?.toString()).toBe(stored?.body);
    expect(file.manifest.assembly_version).toMatch(/^\d+\.\d+\.\d+$/);
    const { version, model_selections } = policy;
    const policies = [{ policy_id: policy.policy_id, version, model_selections }];
    expect(JSON.parse(String(file.members.get('policy.json')))).toEqual({ policies });
  });

  test('is the same however often it is read', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    await logged(world, reference);
    const read = async () =>
      Buffer.from(await (await request(world.principal, reference)).arrayBuffer());
    expect(await read()).toEqual(await read());
  });

  test('proves that the log of each network has the event, to a governor of one too', async () => {
    const one = await aVerifiedBusiness(service);
    const other = newId();
    const world = { ...one, principal: memberOfEach('querier', one.networkId, other) };
    const network_ids = [one.networkId, other];
    const reference = await queryCertificate(service, world, { network_ids });
    const logs = ({ checkpoints }: VerifiedFile) =>
      checkpoints.map(({ origin }) => origin.split('/')[1]).sort();
    const file = await eventually(async () => {
      const found = await verified(world, reference);
      expect(logs(found)).toEqual([...network_ids].sort());
      return found;
    });
    expect(file.members.get(`log/${other}.json`)?.toString()).toContain('"json"');
    const governors = await verified({ principal: member(other, 'governor') }, reference);
    expect(logs(governors)).toEqual([other]);
    expect(governors.members.get(`log/${other}.json`)?.toString()).not.toContain('"json"');
  });

  test('commits to the values that consent or policy hides, and has nothing else of them', async () => {
    const world = await aVerifiedBusiness(service);
    await service.furnish(
      aVerification(
        world,
        {
          business_entity_type: 'llc',
          business_dba_name: 'Hidden',
          business_website_url: 'secret-site.example',
        },
        '2026-02-01T00:00:00Z',
      ),
    );
    const consent = aConsent(world, {
      consented_fields: `${IDENTITY}.business_entity_type,${IDENTITY}.business_dba_name`,
    });
    await service.deliver(ConsentGranted, consent);
    const rule = aField({ field_name: 'business_dba_name', is_enabled: false });
    await service.deliver(QueryingPolicySaved, aDemand(world, { field_selections: [rule] }));
    const reference = await queryCertificate(service, world, { consent_id: consent.consent_id });
    const file = await verified(world, reference);
    const shown = leavesOf(file).filter(({ json }) => json !== undefined);
    expect(shown).toEqual([
      expect.objectContaining({ field: 'business_entity_type', json: '"llc"' }),
    ]);
    expect(leavesOf(file).length).toBeGreaterThan(10);
    expect(textOf(file)).not.toMatch(/Hidden|secret-site|2026-02-01/);
    expect(JSON.parse(String(file.members.get('consent.json')))).toMatchObject({
      consents: [{ id: consent.consent_id, revision: 1 }],
    });
  });

  test('has no trace of the other candidates', async () => {
    const world = await aVerifiedBusiness(service);
    const other = { ...world, furnisherId: newId() };
    const record = aVerification(other, { business_entity_type: 'llp' }, '2025-01-01T00:00:00Z');
    await service.furnish(record);
    const reference = await queryCertificate(service, world);
    const text = textOf(await verified(world, reference));
    expect(text).not.toMatch(new RegExp(`${record.record_id}|llp`));
  });

  test('without a result has no answer, and makes none', async () => {
    const world = await aVerifiedBusiness(service);
    await service.deliver(QueryingPolicySaved, aDemand(world, { attestation_required: true }));
    const reference = await queryCertificate(service, world);
    const file = await verified(world, reference);
    expect(file.members.has('answer.json')).toBe(false);
    expect(leavesOf(file)).toEqual([]);
  });

  test('of a query in several networks is made again', async () => {
    const one = await aVerifiedBusiness(service);
    const other = newId();
    const world = { ...one, principal: memberOfEach('querier', one.networkId, other) };
    const network_ids = [other, one.networkId];
    const reference = await queryCertificate(service, world, { network_ids });
    expect((await verified(world, reference)).members.has('answer.json')).toBe(true);
  });

  test('needs the permission to read the answer', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    const response = await request(world.principal, reference, ['billing:read']);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ reason: 'permission_missing' });
  });

  test('is not found by another institution, nor without a recorded decision', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    expect((await request(memberOfEach('querier', newId()), reference)).status).toBe(404);
    await forgetDecision(service, reference);
    expect((await request(world.principal, reference)).status).toBe(404);
  });

  test('is refused while a record cannot be read', async () => {
    const world = await aVerifiedBusiness(service);
    const reference = await queryCertificate(service, world);
    await loseRecord(service, reference);
    const response = await request(world.principal, reference);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ error_code: 'OPERATION_FAILED' });
  });
});

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { RecordEnded, RecordSubstituted } from '@ndx/contracts';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { kybFurnisher } from '../testing/kyb-furnisher.js';
import { anIdentity, anIdentitySection, aRecord, daysAgo } from '../testing/kyb-records.js';
import { aBusiness } from '../testing/template-requests.js';

const service = useFurnishingService();

const TEMPLATE = '/api/templates/business_identity_verification/furnish';

interface Result {
  readonly record_id: string;
  readonly errors: readonly { readonly code: string; readonly path: string }[];
}

/** A furnisher with a record, and a way to correct records by new ones. */
async function aFurnisher(performedAt = daysAgo(1)) {
  const furnisher = kybFurnisher(service);
  const furnish = async (...records: object[]) => {
    const { body } = await furnisher.furnish(records);
    return body['results'] as Result[];
  };
  const section = { business_identity_verification: anIdentitySection({}, performedAt) };
  const [first] = await furnish(aRecord(section));
  const id = String(first?.record_id);
  const correct = (corrects: string = id, changes: object = {}) =>
    furnish(aRecord({ corrects_record_id: corrects, ...changes }));
  const call = (method: string, path: string, body?: unknown) =>
    service.call(furnisher.principal, method, `/v1/records/${path}`, body);
  return { ...furnisher, sent: furnisher.furnish, id, furnish, correct, call };
}

/** A submission without an accepted record has a row, too. */
const isStored = (answer: string) => answer.includes('submission_id');

const codes = (results: readonly Result[]) =>
  results.map(({ errors }) => errors.map(({ code }) => code));

const sentAbout = (id: string) =>
  service.subscriber.envelopes
    .filter(({ subject }) => subject === id)
    .map(({ type, data }) => [type, JSON.parse(data) as object]);

describe('a correction', () => {
  test('ends the record that it names; both records name each other', async () => {
    const { id, correct, call } = await aFurnisher();
    const [corrected] = await correct();
    expect(corrected).toMatchObject({ accepted: true, errors: [] });
    const successor = String(corrected?.record_id);
    expect(await call('GET', id)).toMatchObject({
      status: 200,
      body: {
        ...{ state: 'corrected', reason: null, reason_text: null, ended_at: expect.any(String) },
        ...{ corrected_by_record_id: successor, corrects_record_id: null },
      },
    });
    expect(await call('GET', successor)).toMatchObject({
      body: { state: 'furnished', corrected_by_record_id: null, corrects_record_id: id },
    });
  });

  test('delivers the new record before the end of the earlier one, in one request', async () => {
    const { id, correct } = await aFurnisher();
    const before = service.subscriber.deliveries.length;
    const [corrected] = await correct();
    expect(service.subscriber.deliveries).toHaveLength(before + 1);
    const record_id = corrected?.record_id;
    expect(sentAbout(id)).toMatchObject([
      [RecordSubstituted.type, { record_id, ended_record_id: id }],
      [RecordEnded.type, { record_id: id, state: 'corrected', corrected_by_record_id: record_id }],
    ]);
  });

  test('is not acknowledged before it applies to queries; its key repeats it once it does', async () => {
    const { network, principal, id, call } = await aFurnisher();
    const body = { network_id: network, records: [aRecord({ corrects_record_id: id })] };
    const headers = { 'idempotency-key': randomUUID() };
    const path = '/v1/products/kyb_certificate/furnish';
    service.subscriber.failWith(503);
    const failed = await service.furnish(principal, path, body, headers);
    expect(failed).toMatchObject({ status: 500, body: { reason: 'not_confirmed' } });
    service.subscriber.failWith(undefined);
    const repeated = await service.furnish(principal, path, body, headers);
    const [{ record_id }] = repeated.body['results'] as [Result];
    expect(await call('GET', id)).toMatchObject({ body: { corrected_by_record_id: record_id } });
    expect(await service.stored(principal)).toHaveLength(2);
  });

  test('of a template record ends it as well', async () => {
    const { network, principal, call } = await aFurnisher();
    const headers = { 'x-network-id': network };
    const furnish = (changes: object) =>
      service.furnish(principal, TEMPLATE, aBusiness(principal.entity_id, changes), headers);
    await furnish({});
    const [, row] = await service.stored(principal);
    const id = String(row?.['record_id']);
    expect(await furnish({ corrects_record_id: id })).toMatchObject({ status: 200 });
    expect(await call('GET', id)).toMatchObject({ body: { state: 'corrected' } });
    expect(await furnish({ corrects_record_id: id })).toMatchObject({
      status: 400,
      body: {
        reason: 'records_rejected',
        errors: [{ code: 'record_ended', path: 'corrects_record_id' }],
      },
    });
  });

  test('is of a record of the institution in the network, data set and subject alone', async () => {
    const { id, furnish, correct, principal, network } = await aFurnisher();
    const foreign = await aFurnisher();
    const headers = { 'x-network-id': network };
    const template = { corrects_record_id: id };
    expect(codes(await correct(foreign.id))).toEqual([['unknown_record']]);
    expect(codes(await correct(randomUUID()))).toEqual([['unknown_record']]);
    const another = { business_identity: anIdentity('C-2002') };
    expect(codes(await correct(id, another))).toEqual([['other_record']]);
    const request = aBusiness(principal.entity_id, template);
    const refused = await service.furnish(principal, TEMPLATE, request, headers);
    expect(refused.body).toMatchObject({ errors: [{ code: 'other_record' }] });
    expect(codes(await furnish(aRecord({ corrects_record_id: 'none' })))).toEqual([
      ['invalid_value'],
    ]);
    expect(codes(await correct(id.toUpperCase()))).toEqual([[]]);
  });

  test('applies once: not to an ended record, nor twice in one request', async () => {
    const { id, furnish, correct, call } = await aFurnisher();
    const twice = await furnish(
      aRecord({ corrects_record_id: id }),
      aRecord({ corrects_record_id: id }),
    );
    expect(codes(twice)).toEqual([[], ['record_ended']]);
    const successor = String(twice[0]?.record_id);
    const [refused] = await correct(id);
    expect(refused?.errors).toMatchObject([
      { code: 'record_ended', detail: expect.stringContaining(`was corrected by ${successor}`) },
    ]);
    await call('POST', `${successor}/withdraw`, { reason: 'outdated' });
    expect(codes(await correct(successor))).toEqual([['record_ended']]);
  });

  test('of two concurrent ones applies once', async () => {
    const { id, principal, ...furnisher } = await aFurnisher();
    const send = async () => (await furnisher.sent([aRecord({ corrects_record_id: id })])).body;
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    const others = answers.filter(({ success }) => !success).map((each) => JSON.stringify(each));
    for (const other of others) expect(other).toMatch(/record_ended|concurrent_request/);
    expect(await service.stored(principal)).toHaveLength(2 + others.filter(isStored).length);
    expect(sentAbout(id).filter(([type]) => type === RecordEnded.type)).toHaveLength(1);
  });

  test('delivers the earlier records that count now', async () => {
    const { id, furnish, correct } = await aFurnisher(daysAgo(20));
    const section = { business_identity_verification: anIdentitySection({}, daysAgo(10)) };
    const [latest] = await furnish(aRecord(section));
    const old = { business_identity_verification: anIdentitySection({}, daysAgo(40)) };
    const ended = String(latest?.record_id);
    const [corrected] = await correct(ended, old);
    expect(sentAbout(ended)).toMatchObject([
      [RecordSubstituted.type, { record_id: corrected?.record_id }],
      [RecordEnded.type, {}],
      [RecordSubstituted.type, { record_id: id }],
    ]);
  });

  test('of large records is delivered in several requests, in order', async () => {
    const { furnish } = await aFurnisher(daysAgo(50));
    const artifact = 'A'.repeat(900 * 1024);
    const identity = (performedAt: string) => ({
      business_identity_verification: anIdentitySection(
        { business_formation_document_artifact: artifact },
        performedAt,
      ),
    });
    const { business_identity_verification, ...named } = aRecord();
    const ownership = {
      business_ownership_control_verification: {
        assertions: { business_ownership_control_verification_timestamp: daysAgo(9) },
        data: { business_ownership_evidence_artifact: artifact },
      },
    };
    const [first] = await furnish({ ...named, ...identity(daysAgo(9)) });
    const [second] = await furnish({ ...named, ...ownership });
    const [latest] = await furnish({ ...named, business_identity_verification });
    const ended = String(latest?.record_id);
    const before = service.subscriber.deliveries.length;
    const [corrected] = await furnish({
      ...named,
      ...identity(daysAgo(40)),
      corrects_record_id: ended,
    });
    const counted = [corrected, undefined, first, second].map((each) => each?.record_id ?? ended);
    expect(sentAbout(ended).map(([, data]) => (data as Result).record_id)).toEqual(counted);
    expect(service.subscriber.deliveries.length).toBeGreaterThan(before + 1);
  });

  test('is checked by a dry run, which ends nothing', async () => {
    const { network, principal, id, call } = await aFurnisher();
    const path = '/v1/products/kyb_certificate/furnish?dry_run=true';
    const check = async (changes: object) => {
      const body = { network_id: network, records: [aRecord(changes)] };
      const { body: answer } = await service.furnish(principal, path, body);
      return codes(answer['results'] as Result[]);
    };
    expect(await check({ corrects_record_id: id })).toEqual([[]]);
    expect(await check({ corrects_record_id: randomUUID() })).toEqual([['unknown_record']]);
    const another = { business_identity: anIdentity('C-2002') };
    expect(await check({ corrects_record_id: id, ...another })).toEqual([['other_record']]);
    expect(await call('GET', id)).toMatchObject({ body: { state: 'furnished' } });
  });

  test('stays when its corrected record is withdrawn afterwards', async () => {
    const { id, correct, call } = await aFurnisher();
    const [corrected] = await correct();
    expect(await call('POST', `${id}/withdraw`, { reason: 'outdated' })).toMatchObject({
      status: 200,
      body: { state: 'corrected', corrected_by_record_id: corrected?.record_id },
    });
  });
});

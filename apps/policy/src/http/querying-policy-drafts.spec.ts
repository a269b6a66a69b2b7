import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { canonicalJson } from '@ndx/proof';
import { member, STRANGER } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { aProduct, usePolicyService } from '../testing/policy-service.js';
import { aPolicyWithDrafts, NO_DIGEST, refusal } from '../testing/policy-with-draft.js';

const { model, field } = aProduct();
const OTHER_DIGEST = 'a'.repeat(64);

const service = usePolicyService();

const accepting = (value: string) => ({
  model_selections: [
    {
      model_name: 'business_identity_verification',
      field_selections: [{ field_name: 'business_entity_type', accepted_values: [value] }],
    },
  ],
});

const aPolicy = (configuration?: object) => aPolicyWithDrafts(service, configuration);

describe('the draft of a querying policy', () => {
  test('changes nothing until it is published', async () => {
    const { policy, governor, path, save, read } = await aPolicy({ enforced: true });
    const deliveries = service.productQuery.deliveries.length;
    const saved = await save({ name: 'stricter', comment: 'as agreed', model_selections: [] });
    expect(saved).toMatchObject({
      status: 200,
      body: {
        policy_id: policy['id'],
        base_version: 2,
        name: 'stricter',
        enforced: true,
        comment: 'as agreed',
        consent: null,
        account_id: governor.account_id,
        entity_id: governor.entity_id,
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    expect(await read()).toEqual(saved);
    expect(await service.call(governor, 'GET', path)).toEqual({ status: 200, body: policy });
    expect(service.productQuery.deliveries).toHaveLength(deliveries);
  });

  test('has the digest that its reader computes', async () => {
    const { save } = await aPolicy();
    const { body } = await save({ model_selections: [{ model_name: model }] });
    const content = {
      policy_id: body['policy_id'],
      base_version: body['base_version'],
      comment: body['comment'],
      name: body['name'],
      status: body['status'],
      is_default: body['is_default'],
      enforced: body['enforced'],
      model_selections: body['model_selections'],
      consent: body['consent'],
      permissible_purposes: body['permissible_purposes'],
    };
    const digest = createHash('sha256').update(canonicalJson(content)).digest('hex');
    expect(body['digest']).toBe(digest);
  });

  test('is replaced only by an author who names the draft that it replaces', async () => {
    const { save } = await aPolicy();
    const first = await save({ name: 'first' });
    expect(await save({ name: 'unread' })).toMatchObject(refusal(409, 'draft_changed'));
    const other = { name: 'other', expected_digest: OTHER_DIGEST };
    expect(await save(other)).toMatchObject(refusal(409, 'draft_changed'));
    const second = await save({ enforced: true, expected_digest: first.body['digest'] });
    expect(second).toMatchObject({ status: 200, body: { name: 'standard', enforced: true } });
  });

  test('is confirmed by the same request of its author again, and of nobody else', async () => {
    const { id, path, save } = await aPolicy();
    const first = { name: 'first' };
    const { body } = await save(first);
    const second = { name: 'second', expected_digest: body['digest'] };
    const saved = await save(second);
    expect(saved.status).toBe(200);
    expect(await save(second)).toEqual(saved);
    expect(await save(first)).toMatchObject(refusal(409, 'draft_changed'));
    const sent = { base_version: 2, ...second };
    const other = await service.call(member(id, 'governor'), 'PUT', `${path}/draft`, sent);
    expect(other).toMatchObject(refusal(409, 'draft_changed'));
  });

  test('is saved once by twenty concurrent authors', async () => {
    const { save } = await aPolicy();
    const saves = Array.from({ length: 20 }, (_, n) => save({ name: `author ${n}` }));
    const statuses = (await Promise.all(saves)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(19).fill(409)]);
  });

  test('is refused when its base version is not the current version', async () => {
    const { save } = await aPolicy();
    expect(await save({ base_version: 1 })).toMatchObject(refusal(409, 'base_version_moved'));
    expect(await save({ base_version: 3 })).toMatchObject(refusal(409, 'base_version_moved'));
  });

  test.each([
    ['unknown_field', { model_selections: [{ model_name: 'aura' }] }],
    [
      'unknown_institution',
      { model_selections: [{ model_name: model, selected_provenance_option_ids: [STRANGER] }] },
    ],
    ['invalid_policy', { status: 'archived', is_default: true }],
    [
      'invalid_policy',
      {
        model_selections: [
          { model_name: model, field_selections: [{ field_name: field, accepted_values: [] }] },
        ],
      },
    ],
  ])('is refused as a configuration is: %s', async (reason, draft) => {
    const { save, read } = await aPolicy();
    expect(await save(draft)).toMatchObject(refusal(400, reason));
    expect(await read()).toMatchObject(refusal(404, 'draft_not_found'));
  });

  test('with a misspelled value is refused, unless its policy had the value before the check', async () => {
    const { policy, save, publish } = await aPolicy(accepting('corporation'));
    expect(await save(accepting('corporatoin'))).toMatchObject(refusal(400, 'invalid_policy'));
    await service.sql(
      `update querying_policy set model_selections = replace(model_selections::text, 'corporation', 'corporatoin')::jsonb where id = $1`,
      [policy['id']],
    );
    const { body } = await save({ name: 'renamed' });
    expect((await publish(body['digest'])).body).toMatchObject({ version: 3, name: 'renamed' });
  });

  test('is for governors; other members are denied, others get the 404 of an absent policy', async () => {
    const { id, path, save } = await aPolicy();
    const { body } = await save({});
    const calls = [
      ['GET', `${path}/draft`, undefined],
      ['PUT', `${path}/draft`, { base_version: 2 }],
      ['DELETE', `${path}/draft?digest=${String(body['digest'])}`, undefined],
      ['POST', `${path}/draft/submit`, { digest: body['digest'] }],
      ['POST', `${path}/draft/approve`, { digest: body['digest'], summary_digest: NO_DIGEST }],
      ['POST', `${path}/draft/publish`, { digest: body['digest'] }],
    ] as const;
    for (const [method, url, sent] of calls) {
      expect(await service.call(member(id, 'querier'), method, url, sent)).toMatchObject(
        refusal(403, 'role_missing'),
      );
      expect(await service.call(member(randomUUID(), 'governor'), method, url, sent)).toMatchObject(
        refusal(404, 'policy_not_found'),
      );
    }
  });
});

describe('discarding a draft', () => {
  test('returns the draft as it was, and leaves none', async () => {
    const { save, read, discard, publish } = await aPolicy();
    const saved = await save({ name: 'discarded' });
    expect(await discard(OTHER_DIGEST)).toMatchObject(refusal(409, 'draft_changed'));
    expect(await discard(saved.body['digest'])).toEqual(saved);
    expect(await read()).toMatchObject(refusal(404, 'draft_not_found'));
    expect(await discard(saved.body['digest'])).toMatchObject(refusal(404, 'draft_not_found'));
    expect(await publish(saved.body['digest'])).toMatchObject(refusal(404, 'draft_not_found'));
  });
});

describe('publishing a draft', () => {
  test('makes it the next version, published and delivered to product-query', async () => {
    const { id, policy, governor, path, save, read, publish, version } = await aPolicy();
    const draft = await save({
      name: 'next',
      is_default: true,
      comment: 'why',
      model_selections: [{ model_name: model, is_required: true }],
    });
    const { digest } = draft.body;
    const published = await publish(digest);
    expect(published).toMatchObject({
      status: 200,
      body: { id: policy['id'], name: 'next', version: 3, status: 'published', is_default: true },
    });
    expect(service.productQuery.deliveries.at(-1)).toMatchObject([
      { policy_id: policy['id'], version: 3, is_default: true, model_selections: [{}] },
    ]);
    expect(await read()).toMatchObject(refusal(404, 'draft_not_found'));
    expect((await version(3)).body).toMatchObject({
      entity_id: governor.entity_id,
      account_id: governor.account_id,
      draft: { digest, author_account_id: governor.account_id, comment: 'why' },
    });
    expect((await version(2)).body).toMatchObject({ draft: null });
    const seenByQuerier = await service.call(member(id, 'querier'), 'GET', `${path}/versions/3`);
    expect(seenByQuerier.body).toMatchObject({
      entity_id: governor.entity_id,
      account_id: null,
      draft: null,
    });
  });

  test('archives the policy when the draft says so, which is then no default', async () => {
    const { policy, save, publish, version } = await aPolicy({ is_default: true });
    const saved = await save({ status: 'archived' });
    expect(saved.body).toMatchObject({ status: 'archived', is_default: false });
    expect(await publish(saved.body['digest'])).toMatchObject({
      status: 200,
      body: { id: policy['id'], version: 3, status: 'archived', is_default: false },
    });
    expect((await version(3)).body).toMatchObject({ status: 'archived' });
  });

  test('is refused for another draft than the named one', async () => {
    const { save, publish, read } = await aPolicy();
    const saved = await save({ name: 'kept' });
    expect(await publish(OTHER_DIGEST)).toMatchObject(refusal(409, 'draft_changed'));
    expect(await read()).toEqual(saved);
  });

  test('is refused when the policy has changed since, until the draft is saved on its version', async () => {
    const { policy, configure, save, publish } = await aPolicy();
    const first = await save({ name: 'late' });
    await configure(policy['id'], { enforced: true });
    const { digest } = first.body;
    expect(await publish(digest)).toMatchObject(refusal(409, 'base_version_moved'));
    const again = await save({ name: 'late', base_version: 3, expected_digest: digest });
    expect(await publish(again.body['digest'])).toMatchObject({
      status: 200,
      body: { version: 4, name: 'late', enforced: true },
    });
  });

  test('is refused when another policy has become the default since, until the draft is saved again', async () => {
    const { createConfigured, save, publish } = await aPolicy({ is_default: true });
    const { digest } = (await save({ enforced: true })).body;
    await createConfigured('other', { status: 'published', is_default: true });
    expect(await publish(digest)).toMatchObject(refusal(409, 'base_version_moved'));
    const again = await save({ enforced: true, expected_digest: digest });
    expect(await publish(again.body['digest'])).toMatchObject({
      status: 200,
      body: { enforced: true, is_default: false },
    });
  });

  test('is refused when another policy has the name by then', async () => {
    const { create, save, publish, read } = await aPolicy();
    const saved = await save({ name: 'taken' });
    await create({ name: 'taken' });
    expect(await publish(saved.body['digest'])).toMatchObject(refusal(409, 'already_exists'));
    expect(await read()).toEqual(saved);
  });

  test('happens once for twenty concurrent requests, which all confirm it', async () => {
    const { policy, save, publish, version } = await aPolicy();
    const { digest } = (await save({ name: 'once' })).body;
    const answers = await Promise.all(Array.from({ length: 20 }, () => publish(digest)));
    expect(answers.map(({ status, body }) => [status, body['version']])).toEqual(
      Array(20).fill([200, 3]),
    );
    expect((await version(4)).status).toBe(404);
    expect(service.productQuery.deliveries.at(-1)).toMatchObject([
      { policy_id: policy['id'], version: 3 },
    ]);
  });

  test('confirms by a repeated request that product-query has applied it', async () => {
    const { policy, save, publish } = await aPolicy();
    const { digest } = (await save({ enforced: true })).body;
    service.productQuery.failWith(500);
    expect(await publish(digest)).toMatchObject({ status: 500 });
    service.productQuery.failWith(undefined);
    expect(await publish(digest)).toMatchObject({ status: 200, body: { version: 3 } });
    expect(service.productQuery.deliveries.at(-1)).toMatchObject([
      { policy_id: policy['id'], version: 3, enforced: true },
    ]);
  });

  test('records each change of the draft for the audit log, with its author', async () => {
    const { id, governor, save, discard, publish } = await aPolicy();
    const first = (await save({ name: 'first' })).body['digest'];
    await discard(first);
    const second = (await save({ name: 'second' })).body['digest'];
    await publish(second);
    const common = { author_account_id: governor.account_id, entity_id: governor.entity_id };
    await eventually(async () => {
      const entries = await service.sql(
        `select data::jsonb as data from audit_entry
         where network = $1 and type = 'policy.querying-policy-draft-changed.v1' order by seq`,
        [id],
      );
      expect(entries.map(({ data }) => data)).toMatchObject([
        { ...common, change: 'saved', digest: first, version: null },
        { ...common, change: 'discarded', digest: first, version: null },
        { ...common, change: 'saved', digest: second, version: null },
        { ...common, change: 'published', digest: second, base_version: 2, version: 3 },
      ]);
    });
  });
});

describe('a malformed request about a draft', () => {
  test.each([
    ['body -> base_version', { base_version: 0 }],
    ['body -> expected_digest', { base_version: 2, expected_digest: 'latest' }],
    ['body -> comment', { base_version: 2, comment: '  ' }],
    ['body -> status', { base_version: 2, status: 'draft' }],
  ])('is a 422 that names %s', async (place, draft) => {
    const { save } = await aPolicy();
    expect(await save(draft)).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining(place) },
    });
  });
});

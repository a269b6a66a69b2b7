import { describe, expect, test } from '@jest/globals';
import { templateBySlug } from '@ndx/catalog';
import { ConsentAmended, ConsentGranted, newId, QueryExecuted, RecordEnded } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { aSubscribedBusiness, askCertificate, noticesOf, subscribe } from '../testing/notices.js';
import { aNoticeTo, useNotices } from '../testing/stored-notices.js';
import { ASSETS } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, aVerification, theEndOf, type World } from '../testing/world.js';

const WATCH = '/v1/products/kyb_certificate/watch';

const service = useQueryService({ isReplayed: true });
const stored = useNotices(service);

const renew = ({ principal }: Pick<World, 'principal'>, noticeId: string, key?: string) =>
  service.query(
    principal,
    WATCH,
    { notice_id: noticeId },
    key === undefined ? {} : { 'idempotency-key': key },
  );

/** Another record, which answers prefer from now on. */
const better = (world: World, type: string, day: number) =>
  aVerification(
    { ...world, furnisherId: newId() },
    { business_entity_type: type },
    `2026-02-0${String(day)}T00:00:00Z`,
  );

/** The last notice to the institution. */
async function noticeTo({ principal }: World) {
  const notice = (await noticesOf(service, principal)).at(-1);
  if (!notice) throw new Error('there is no notice');
  return notice;
}

/** A certificate whose institution has a notice that it would be another one today. */
async function aNoticedCertificate() {
  const { world, record } = await aSubscribedBusiness(service);
  const consent = aConsent(world);
  await service.deliver(ConsentGranted, consent);
  await askCertificate(service, world, { consent_id: consent.consent_id });
  await service.furnish(better(world, 'corporation', 1));
  return { world, record, consent, notice: await noticeTo(world) };
}

const eventsOf = ({ principal }: World) => service.queryEvents(principal);

describe('a renewal', () => {
  test('answers the query of the notice on the data of today, and is billed by its name', async () => {
    const { world, consent, notice } = await aNoticedCertificate();
    const { status, body, reference } = await renew(world, notice.notice_id);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        business_id: world.subjectId,
        query_event_id: reference,
        result: {
          meta: { consent_id: consent.consent_id },
          business_identity_verification: { data: { business_entity_type: 'corporation' } },
        },
      },
    });
    const [first, second, ...others] = await eventsOf(world);
    expect(others).toEqual([]);
    expect(first).not.toHaveProperty('notice_id');
    expect(second).toMatchObject({
      query_event_id: reference,
      notice_id: notice.notice_id,
      billable: true,
      outcome: 'issued',
    });
    await eventually(() =>
      expect(
        service.published(QueryExecuted).filter(({ notice_id: id }) => id === notice.notice_id),
      ).toEqual([second]),
    );
  });

  test('sent many times at once, with keys and without, is one query with one answer', async () => {
    const { world, notice } = await aNoticedCertificate();
    const key = newId();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, place) =>
        renew(world, notice.notice_id, [undefined, key, newId()][place % 3]),
      ),
    );
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect(answers[0]).toMatchObject({ status: 200 });
    expect(await eventsOf(world)).toHaveLength(2);
  });

  test('is answered as the first time after later changes, unless its consent opens others', async () => {
    const { world, consent, notice } = await aNoticedCertificate();
    const first = await renew(world, notice.notice_id);
    await service.furnish(better(world, 'trust', 2));
    expect(await renew(world, notice.notice_id)).toEqual(first);
    const consented_fields = 'business_identity_verification.business_entity_type';
    await service.settle(ConsentAmended, { ...consent, revision: 2, consented_fields });
    expect(await renew(world, notice.notice_id)).toMatchObject({
      status: 403,
      body: { reason: 'consent_changed' },
    });
    expect(await eventsOf(world)).toHaveLength(2);
  });

  test('takes the place of the certificate in later notices, also in those of a new endpoint', async () => {
    const { world, notice } = await aNoticedCertificate();
    const { reference } = await renew(world, notice.notice_id);
    await subscribe(service, world.principal);
    await service.furnish(better(world, 'trust', 2));
    const [earlier, ...later] = await noticesOf(service, world.principal);
    expect(earlier).toEqual(notice);
    expect(later).toMatchObject([{ kind: 'changed', query_event_id: reference }]);
  });

  test('without a result is one 204, and later notices stay about the certificate', async () => {
    const { world, record } = await aSubscribedBusiness(service);
    const query = await askCertificate(service, world);
    await service.settle(RecordEnded, theEndOf(record));
    const notice = await noticeTo(world);
    const empty = await renew(world, notice.notice_id);
    expect(empty).toMatchObject({ status: 204, body: undefined });
    await service.furnish(better(world, 'trust', 1));
    expect(await renew(world, notice.notice_id)).toEqual(empty);
    const news = await noticeTo(world);
    expect(news).toMatchObject({ kind: 'changed', query_event_id: query });
    expect(await renew(world, news.notice_id)).toMatchObject({ status: 200 });
    expect((await eventsOf(world)).map(({ outcome, notice_id: id }) => [outcome, id])).toEqual([
      ['issued', undefined],
      ['no_result', notice.notice_id],
      ['issued', news.notice_id],
    ]);
  });
});

describe('a renewal is a 404', () => {
  test('for a notice of another institution as for none', async () => {
    const { world, notice } = await aNoticedCertificate();
    const other = { principal: member(world.networkId, 'querier') };
    const request_id = expect.any(String) as unknown;
    const absent = await renew(other, newId());
    expect(absent).toMatchObject({ status: 404, body: { reason: 'not_found' } });
    const like = { ...absent, body: { ...(absent.body as object), request_id } };
    expect(await renew(other, notice.notice_id)).toEqual(like);
    expect(await eventsOf(world)).toHaveLength(1);
  });

  test('for a notice about a template', async () => {
    const { world } = await aNoticedCertificate();
    const productId = templateBySlug(ASSETS.slug)?.id ?? '';
    const notice = aNoticeTo(world.principal, { productId, certificateId: null });
    await stored.store(notice);
    expect(await renew(world, notice.noticeId)).toMatchObject({ status: 404 });
  });
});

import { newId, type Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { expect, test } from '@jest/globals';
import { BUSINESS, businessRequest } from '../testing/consent-requests.js';
import { useConsentService } from '../testing/consent-service.js';

const DAY = 86_400;

const service = useConsentService({ ENVIRONMENT: 'sandbox' });

const inDays = (days: number) => new Date(Date.now() + days * DAY * 1_000).toISOString();
const ahead = (principal: Principal, days: number): Principal => ({
  ...principal,
  clock_offset_seconds: days * DAY,
});

async function recorded(principal: Principal, change: object = {}) {
  const { status, body } = await service.call(principal, 'POST', BUSINESS, businessRequest(change));
  expect(status).toBe(200);
  return body;
}

test('a consent expires by the clock of its institution: it reads so, and changes are a 409', async () => {
  const networkId = newId();
  const principal = member(networkId, 'querier');
  const consent = await recorded(principal, { expires_at: inDays(10) });
  const path = `${BUSINESS}/${String(consent['consent_id'])}`;
  const read = `${path}?network_id=${networkId}`;
  const later = ahead(principal, 11);
  expect((await service.call(later, 'GET', read)).body).toMatchObject({ status: 'expired' });
  const list = await service.call(later, 'GET', BUSINESS);
  expect(list.body).toMatchObject({ data: [{ status: 'expired' }] });
  for (const [method, of, body] of [
    ['PUT', '', { scope: 'kyb_certificate' }],
    ['POST', '/grants', { furnishing_entity_id: '*', field_definitions: ['*'] }],
  ] as const) {
    expect(await service.call(later, method, `${path}${of}`, body)).toMatchObject({
      status: 409,
      body: { error_code: 'RESOURCE_CONFLICT' },
    });
  }
  const after = await service.call(principal, 'GET', read);
  expect(after.body).toEqual({ ...consent, status: 'active' });
});

test('a consent recorded under a moved clock is valid by that clock; its history has the real time and the offset', async () => {
  const principal = member(newId(), 'querier');
  const later = ahead(principal, 400);
  const before = Date.now();
  const consent = await recorded(later);
  expect(consent).toMatchObject({ status: 'active' });
  expect(Date.parse(String(consent['expires_at']))).toBeGreaterThan(before + 700 * DAY * 1_000);
  const revoked = await service.call(
    later,
    'POST',
    `${BUSINESS}/${String(consent['consent_id'])}/revoke`,
  );
  for (const at of [consent['created_at'], revoked.body['revoked_at']]) {
    expect(Date.parse(String(at))).toBeLessThanOrEqual(Date.now());
  }
  const history = await service.call(later, 'GET', String(consent['events']));
  expect(history.body).toMatchObject({
    data: [
      { event: 'granted', changes: { clock_offset_seconds: { from: null, to: 400 * DAY } } },
      { event: 'revoked', changes: { clock_offset_seconds: { from: null, to: 400 * DAY } } },
    ],
  });
  await eventually(async () => {
    const [entry] = await service.sql<{ data: string }>(
      `select data from audit_entry where subject = $1 and type = 'consent.granted.v1'`,
      [consent['consent_id']],
    );
    expect(JSON.parse(entry?.data ?? '{}')).toMatchObject({ clock_offset_seconds: 400 * DAY });
  });
  const past = businessRequest({ expires_at: inDays(399) });
  expect(await service.call(later, 'POST', BUSINESS, past)).toMatchObject({ status: 400 });
});

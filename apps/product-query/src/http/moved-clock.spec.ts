import {
  AttestationCreated,
  ConsentGranted,
  QueryingPolicySaved,
  type Principal,
} from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { KYB } from '../testing/coverage.js';
import { aDemand, aVerifiedBusiness } from '../testing/explained-business.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, anAttestation, type World } from '../testing/world.js';

const DAY = 86_400;
const QUERY = '/v1/products/kyb_certificate/query';

const service = useQueryService({ variables: { ENVIRONMENT: 'sandbox' } });

const inDays = (days: number) => new Date(Date.now() + days * DAY * 1_000).toISOString();

/** The institution with its clock moved forward. */
const ahead = ({ principal }: World, days: number): Principal => ({
  ...principal,
  clock_offset_seconds: days * DAY,
});

const bodyOf = ({ networkId, subjectId }: World, change: object = {}) => ({
  network_ids: [networkId],
  business_id: subjectId,
  ...change,
});

const statusOf = async (caller: Principal, world: World, change?: object) =>
  (await service.query(caller, QUERY, bodyOf(world, change))).status;

/** Whether the coverage check would have a result, or its status. */
async function coverageOf(caller: Principal, world: World, change: object = {}) {
  const body = { product_id: KYB, ...bodyOf(world, change) };
  const answer = await service.query(caller, '/v1/products/check', body);
  return answer.status === 200 ? (answer.body as { issuable: boolean }).issuable : answer.status;
}

describe('a query of an institution whose clock is ahead', () => {
  test('is rejected under a consent that has expired by then', async () => {
    const world = await aVerifiedBusiness(service);
    const consent = aConsent(world, { expires_at: inDays(10) });
    await service.deliver(ConsentGranted, consent);
    const named = { consent_id: consent.consent_id, business_id: undefined };
    expect(await statusOf(ahead(world, 9), world, named)).toBe(200);
    expect(await statusOf(ahead(world, 11), world, named)).toBe(403);
    expect(await coverageOf(ahead(world, 11), world, named)).toBe(403);
    expect(await statusOf(ahead(world, 11), world)).toBe(403);
    expect(await statusOf(world.principal, world, named)).toBe(200);
  });

  test('does not use a record that is too old by then', async () => {
    const world = await aVerifiedBusiness(service);
    const age = Math.ceil((Date.now() - Date.parse('2026-01-01')) / (DAY * 1_000));
    await service.deliver(QueryingPolicySaved, aDemand(world, { max_age_days: age + 10 }));
    expect(await statusOf(ahead(world, 9), world)).toBe(200);
    expect(await statusOf(ahead(world, 12), world)).toBe(204);
    expect(await coverageOf(ahead(world, 12), world)).toBe(false);
    expect(await coverageOf(world.principal, world)).toBe(true);
    expect(await statusOf(world.principal, world)).toBe(200);
  });

  test('does not use a record whose attestation has expired by then', async () => {
    const world = await aVerifiedBusiness(service);
    await service.deliver(QueryingPolicySaved, aDemand(world, { attestation_required: true }));
    const furnisher = { entity_id: world.furnisherId, product_id: KYB };
    await service.deliver(
      AttestationCreated,
      anAttestation({ ...furnisher, expires_at: inDays(10) }),
    );
    expect(await statusOf(ahead(world, 9), world)).toBe(200);
    expect(await statusOf(ahead(world, 11), world)).toBe(204);
    expect(await coverageOf(ahead(world, 11), world)).toBe(false);
    expect(await statusOf(world.principal, world)).toBe(200);
  });

  test('does not move the clock of a query of another institution at the same time', async () => {
    const world = await aVerifiedBusiness(service);
    const consent = aConsent(world, { expires_at: inDays(10) });
    await service.deliver(ConsentGranted, consent);
    const named = { consent_id: consent.consent_id, business_id: undefined };
    const callers = Array.from({ length: 20 }, (_, place) =>
      place % 2 === 0 ? world.principal : ahead(world, 11),
    );
    const statuses = await Promise.all(callers.map((caller) => statusOf(caller, world, named)));
    expect(statuses).toEqual(callers.map((caller) => (caller === world.principal ? 200 : 403)));
  });

  test('is billed at the real time, and its explanation states the offset', async () => {
    const world = await aVerifiedBusiness(service);
    const explanationOf = async (caller: Principal) => {
      const { reference } = await service.query(caller, QUERY, bodyOf(world));
      const path = `/v1/query-events/${String(reference)}/explanation`;
      const reader = { ...world.principal, permissions: ['billing:read' as const] };
      return (await service.send(reader, 'GET', path)).json();
    };
    const before = Date.now();
    expect(await explanationOf(ahead(world, 400))).toMatchObject({
      clock_offset_seconds: 400 * DAY,
    });
    expect(await explanationOf(world.principal)).toMatchObject({ clock_offset_seconds: null });
    for (const { occurred_at } of await service.queryEvents(world.principal)) {
      expect(Date.parse(occurred_at)).toBeGreaterThanOrEqual(before - 1);
      expect(Date.parse(occurred_at)).toBeLessThanOrEqual(Date.now());
    }
  });
});

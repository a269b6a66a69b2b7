import {
  ConsentAmended,
  ConsentGranted,
  ConsentGrantClosed,
  newId,
  type ConsentState,
} from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { withClockOffset } from '../testing/clock-offset.js';
import { aVerifiedBusiness } from '../testing/explained-business.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsent, type World } from '../testing/world.js';

const QUERY = '/v1/products/kyb_certificate/query';

/** Seconds from now, by the clock of the database and of the service that owns the consent. */
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

const service = useQueryService();

describe.each([-3_000, 3_000])('when the clock of a process is wrong by %i ms', (offsetMs) => {
  const status = async (world: World, { consent_id }: ConsentState) => {
    const body = { network_ids: [world.networkId], consent_id };
    return (await service.query(world.principal, QUERY, body)).status;
  };

  test('a closed grant is closed for every query that begins after the close', async () => {
    const world = await aVerifiedBusiness(service);
    const consent = aConsent(world);
    await withClockOffset(offsetMs, async () => {
      await service.deliver(ConsentGranted, consent);
      expect(await status(world, consent)).toBe(200);
      await service.deliver(ConsentGrantClosed, {
        consent_id: consent.consent_id,
        ...{ entity_id: consent.entity_id, network_id: consent.network_id, revision: 2 },
        grant_id: String(consent.field_access_grants[0]?.grant_id),
        closed_at: inSeconds(3),
      });
      expect(await status(world, consent)).toBe(204);
    });
  });

  test('a consent expires by the clock of the database', async () => {
    const world = await aVerifiedBusiness(service);
    const expired = aConsent(world, { expires_at: inSeconds(-1) });
    const current = aConsent(world, { expires_at: inSeconds(60) });
    await withClockOffset(offsetMs * 40, async () => {
      await service.deliver(ConsentGranted, expired);
      await service.deliver(ConsentGranted, current);
      expect([await status(world, expired), await status(world, current)]).toEqual([403, 200]);
    });
  });

  test('a new consent and a new grant are in force at once', async () => {
    const world = await aVerifiedBusiness(service);
    const grant = {
      grant_id: newId(),
      furnishing_entity_id: '*',
      field_definitions: ['*'],
      // The clock of the owner is ahead.
      effective_from: inSeconds(3),
      effective_to: null,
      is_immediate: true,
    };
    const consent = aConsent(world, { field_access_grants: [grant] });
    const amended = aConsent(world, { field_access_grants: [] });
    await withClockOffset(offsetMs, async () => {
      await service.deliver(ConsentGranted, consent);
      expect(await status(world, consent)).toBe(200);
      await service.deliver(ConsentGranted, amended);
      expect(await status(world, amended)).toBe(204);
      const added = { ...amended, revision: 2, field_access_grants: [grant] };
      await service.deliver(ConsentAmended, added);
      expect(await status(world, amended)).toBe(200);
    });
  });

  test('a grant with a later start begins by the clock of the database', async () => {
    const world = await aVerifiedBusiness(service);
    const from = (effective_from: string) => [
      {
        grant_id: newId(),
        furnishing_entity_id: '*',
        field_definitions: ['*'],
        effective_from,
        effective_to: null,
        is_immediate: false,
      },
    ];
    const later = aConsent(world, { field_access_grants: from(inSeconds(60)) });
    const begun = aConsent(world, { field_access_grants: from(inSeconds(-1)) });
    await withClockOffset(offsetMs * 40, async () => {
      await service.deliver(ConsentGranted, later);
      await service.deliver(ConsentGranted, begun);
      expect([await status(world, later), await status(world, begun)]).toEqual([204, 200]);
    });
  });
});

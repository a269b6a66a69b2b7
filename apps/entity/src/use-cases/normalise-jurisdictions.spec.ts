import { BusinessIdentified, type Principal } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startEntityService, type EntityService } from '../testing/entity-service.js';
import { foundNetwork } from '../testing/participants.js';
import { resolveBusinesses } from '../testing/resolve-businesses.js';
import { aBusiness } from '../testing/subjects.js';

let service: EntityService;
let networkId: string;
let caller: Principal;
beforeAll(async () => {
  service = await startEntityService();
  ({ networkId, governor: caller } = await foundNetwork(service));
});
afterAll(() => service.stop());

const resolve = (...businesses: object[]) =>
  resolveBusinesses(service, caller, [networkId], businesses);

/** A business from an earlier version, with its jurisdiction as written. */
async function storedAs(jurisdiction: string) {
  const claim = aBusiness({ business_tax_identifier_value: null });
  const [match] = await resolve(claim);
  await service.sql(
    `update business_registration set jurisdiction = $2, match_hash = 'old', is_normalised = false
     where business_id = $1`,
    [match?.business_id, jurisdiction],
  );
  return { claim, match };
}

test('jurisdictions from an earlier release are codes when the service has started', async () => {
  const [delaware, code, atlantis] = [
    await storedAs('DELAWARE'),
    await storedAs('DE'),
    await storedAs('ATLANTIS'),
  ];
  const replica = await service.replica();
  await replica.close();
  expect(await resolve(delaware.claim, code.claim)).toEqual([delaware.match, code.match]);
  await eventually(() => {
    const [first, next, ...others] = service.published(
      BusinessIdentified,
      String(delaware.match?.business_id),
    );
    expect(others).toEqual([]);
    expect(next).toEqual({ ...first, revision: 2 });
  });
  const [unknown] = await service.sql(
    'select jurisdiction from business_registration where business_id = $1',
    [atlantis.match?.business_id],
  );
  expect(unknown).toEqual({ jurisdiction: 'ATLANTIS' });
});

test('a registration that two businesses had stays with the business that has the code', async () => {
  const { claim } = await storedAs('DELAWARE');
  const [known] = await resolve(claim);
  const replica = await service.replica();
  await replica.close();
  expect(await resolve(claim)).toEqual([known]);
});

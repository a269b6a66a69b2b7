import { NetworkChanged, type Principal } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startEntityService, type EntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution } from '../testing/participants.js';
import { searchesIn } from '../testing/searches.js';
import { aBusiness, aConsumer, nineDigits } from '../testing/subjects.js';

let service: EntityService;
let networkId: string;
let governor: Principal;
let bank: Principal;
let lender: Principal;
let network: ReturnType<typeof searchesIn>;
beforeAll(async () => {
  service = await startEntityService();
  ({ networkId, governor } = await foundNetwork(service));
  bank = await joinInstitution(service, governor, networkId, 'furnisher', 'querier');
  lender = await joinInstitution(service, governor, networkId, 'furnisher', 'querier');
  network = searchesIn(service, networkId);
  expect(await network.setVisibility(governor, 'related')).toMatchObject({
    status: 200,
    body: { network_id: networkId, identity_visibility: 'related' },
  });
});
afterAll(() => service.stop());

describe('the identity_visibility of a network', () => {
  test('is `network` when it is founded: every member finds every subject', async () => {
    const founded = await foundNetwork(service);
    const other = searchesIn(service, founded.networkId);
    const read = await service.call(founded.governor, 'GET', `/v1/networks/${founded.networkId}`);
    expect(read.body).toMatchObject({ identity_visibility: 'network' });
    const member = await joinInstitution(service, founded.governor, founded.networkId, 'querier');
    const id = await other.state(founded.governor, 'consumer', aConsumer());
    expect(await other.listed(member, 'consumer')).toEqual([id]);
  });

  test('is set by a governor alone, and each change is published once', async () => {
    const founded = await foundNetwork(service);
    const other = searchesIn(service, founded.networkId);
    const member = await joinInstitution(service, founded.governor, founded.networkId, 'querier');
    expect(await other.setVisibility(member, 'related')).toMatchObject({ status: 403 });
    for (const visibility of ['related', 'related', 'network'] as const) {
      expect(await other.setVisibility(founded.governor, visibility)).toMatchObject({
        status: 200,
        body: { identity_visibility: visibility },
      });
    }
    await eventually(() => {
      const changes = service.published(NetworkChanged, founded.networkId);
      expect(changes.map((change) => change.identity_visibility)).toEqual(['related', 'network']);
    });
  });

  test('is one of two words', async () => {
    const path = `/v1/networks/${networkId}`;
    for (const body of [{}, { identity_visibility: 'all' }, { identity_visibility: null }]) {
      expect(await service.call(governor, 'PUT', path, body)).toMatchObject({ status: 422 });
    }
  });
});

describe('where it is `related`, a search lists', () => {
  test('the consumers that the institution stated, and no others by any criterion', async () => {
    const mine = await network.state(bank, 'consumer', aConsumer());
    const other = aConsumer({ last_name: `Other${nineDigits()}` });
    const theirs = await network.state(lender, 'consumer', other);
    expect(await network.listed(bank, 'consumer')).toEqual([mine]);
    const searches: readonly Readonly<Record<string, string>>[] = [
      { last_name: other.last_name },
      { first_name: 'ada', personal_email: 'ADA@', last_name: other.last_name },
      { date_of_birth: '1990-01-15', last_name: other.last_name },
    ];
    for (const criteria of searches) {
      expect(await network.listed(bank, 'consumer', criteria)).toEqual([]);
      expect(await network.listed(lender, 'consumer', criteria)).toEqual([theirs]);
    }
    expect(await network.listed(governor, 'consumer')).toEqual([]);
  });

  test('the subject with the exact SSN or EIN, also when other criteria are given', async () => {
    const person = aConsumer();
    const business = aBusiness();
    const consumer = await network.state(lender, 'consumer', person);
    const company = await network.state(lender, 'business', business);
    const ssn = { social_security_number: person.social_security_number };
    expect(await network.listed(bank, 'consumer', ssn)).toEqual([consumer]);
    expect(await network.listed(bank, 'consumer', { ...ssn, last_name: 'exam' })).toEqual([
      consumer,
    ]);
    const ein = { federal_ein: String(Number(business.business_tax_identifier_value)) };
    expect(await network.listed(bank, 'business', ein)).toEqual([company]);
    expect(await network.listed(bank, 'business')).not.toContain(company);
  });

  test('a subject from the first claim of the institution about it', async () => {
    const person = aConsumer();
    const id = await network.state(lender, 'consumer', person);
    expect(await network.listed(bank, 'consumer')).not.toContain(id);
    expect(await network.state(bank, 'consumer', person)).toBe(id);
    expect(await network.listed(bank, 'consumer')).toContain(id);
  });

  test('a business that the institution furnished data about by its id', async () => {
    const id = await network.state(lender, 'business', aBusiness());
    const relate = (by: Principal, business_ids: string[]) =>
      service.call<{ businesses: unknown[] }>(by, 'POST', '/internal/businesses/relate', {
        network_id: networkId,
        business_ids,
      });
    expect(await network.listed(bank, 'business')).not.toContain(id);
    expect((await relate(bank, [id])).body.businesses).toMatchObject([{ business_id: id }]);
    expect(await network.listed(bank, 'business')).toContain(id);
  });

  test('a merged subject for the institutions of either', async () => {
    const known = aConsumer();
    const stranger = { ...known, last_name: 'Stranger', date_of_birth: '1955-05-05' };
    const into = await network.state(bank, 'consumer', known);
    const merged = await network.state(lender, 'consumer', stranger);
    const conflicts = `/v1/networks/${networkId}/identity-conflicts`;
    const { body } = await service.call<{ data: { conflict_id: string }[] }>(
      governor,
      'GET',
      `${conflicts}?status=open`,
    );
    const conflict = String(body.data.at(-1)?.conflict_id);
    await service.call(governor, 'POST', `${conflicts}/${conflict}/merge`, {
      subject_id: merged,
      into_subject_id: into,
    });
    for (const by of [bank, lender]) {
      const listed = await network.listed(by, 'consumer');
      expect(listed).toContain(into);
      expect(listed).not.toContain(merged);
    }
  });
});

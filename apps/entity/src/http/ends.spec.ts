import { ACTING_SERVICES, AccountChanged, MembershipChanged } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Reconciliation, type ReadModelRow } from '@ndx/replication';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { useEntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution } from '../testing/participants.js';

const service = useEntityService();

/** A member with all roles, and the paths of its membership and its account. */
async function aMember() {
  const { networkId, governor } = await foundNetwork(service);
  const roles = ['governor', 'furnisher', 'querier'] as const;
  const bank = await joinInstitution(service, governor, networkId, ...roles);
  const { entity_id: entityId, account_id: accountId } = bank;
  return {
    ...{ networkId, governor, bank },
    key: `${networkId}/${entityId}`,
    membership: `/v1/networks/${networkId}/memberships/${entityId}`,
    account: `/v1/networks/${networkId}/institutions/${entityId}/accounts/${accountId}`,
    search: `/v1/entities/consumer/search?network_id=${networkId}`,
  };
}

afterEach(() => service.subscriber.failWith(undefined));

describe('the end of a membership and of an account', () => {
  test('is delivered to every service that acts for accounts, and a retry confirms it', async () => {
    const { governor, membership, account, key, bank } = await aMember();
    const ends = [
      ['DELETE', membership, undefined, key],
      ['PUT', account, { status: 'suspended' }, bank.account_id],
    ] as const;
    for (const [method, path, body, subject] of ends) {
      service.subscriber.failWith(503);
      expect(await service.call(governor, method, path, body)).toMatchObject({
        status: 500,
        body: { error_code: 'OPERATION_FAILED' },
      });
      service.subscriber.failWith(undefined);
      const before = service.subscriber.envelopes.length;
      expect((await service.call(governor, method, path, body)).status).toBe(200);
      const confirmed = service.subscriber.envelopes.slice(before);
      expect(confirmed.map((event) => event.subject)).toEqual(ACTING_SERVICES.map(() => subject));
    }
  });

  test('applies to a principal that was resolved before', async () => {
    const { governor, bank, membership, account, search } = await aMember();
    expect((await service.call(bank, 'GET', search)).status).toBe(200);
    await service.call(governor, 'DELETE', membership);
    expect((await service.call(bank, 'GET', search)).status).toBe(403);
    await service.call(governor, 'PUT', membership, { roles: ['querier'] });
    expect((await service.call(bank, 'GET', search)).status).toBe(200);
    await service.call(governor, 'PUT', account, { status: 'suspended' });
    expect(await service.call(bank, 'GET', '/v1/caller')).toEqual({
      status: 401,
      body: { detail: 'Could not validate credentials or find account' },
    });
  });
});

describe('an end that the database lost', () => {
  let transactions: Transactions;
  let reconciliation: Reconciliation;
  let close: () => Promise<void>;

  beforeEach(async () => {
    const { app, close: stop } = await service.assemble();
    [transactions, reconciliation, close] = [app.get(Transactions), app.get(Reconciliation), stop];
  });
  afterEach(() => close());

  /** A row of a lost history. */
  const rowOf = (row: Pick<ReadModelRow, 'aggregate' | 'key' | 'state'>): ReadModelRow => ({
    ...row,
    revision: 7,
    event_id: '0190b5a0-0000-7000-8000-00000000dead',
    refused_event_id: null,
  });

  test('is recovered from a read model: the roles that both have are left', async () => {
    const { key, governor, membership } = await aMember();
    const lost = { roles: ['furnisher'] };
    const row = rowOf({ aggregate: 'membership', key, state: lost });
    expect(await reconciliation.reconcile(transactions, row)).toBe('recovered');
    const granted = { roles: ['furnisher', 'querier'] };
    await service.call(governor, 'PUT', membership, granted);
    const delivered = service.subscriber.envelopes.filter(({ subject }) => subject === key);
    const states = delivered.map(({ data }) => MembershipChanged.parse(JSON.parse(data)));
    expect(states.at(-ACTING_SERVICES.length - 1)).toMatchObject({ ...lost, revision: 8 });
    expect(states.at(-1)).toMatchObject({ ...granted, revision: 9 });
  });

  test('is recovered from a read model: the account is suspended', async () => {
    const { bank } = await aMember();
    const row = { aggregate: 'account', key: bank.account_id } as const;
    const suspended = rowOf({ ...row, state: { status: 'suspended' } });
    expect(await reconciliation.reconcile(transactions, suspended)).toBe('recovered');
    expect((await service.call(bank, 'GET', '/v1/caller')).status).toBe(401);
    const active = { ...suspended, event_id: bank.account_id, state: { status: 'active' } };
    expect(await reconciliation.reconcile(transactions, active)).toBe('republished');
    const delivered = service.subscriber.envelopes.filter(({ subject }) => subject === row.key);
    const states = delivered.map(({ data }) => AccountChanged.parse(JSON.parse(data)));
    expect(states.at(-1)).toMatchObject({ status: 'suspended', revision: 9 });
  });

  test('of an unknown membership leaves the row, which permits nothing', async () => {
    const { governor } = await aMember();
    const key = `${governor.account_id}/${governor.entity_id}`;
    const row = rowOf({ aggregate: 'membership', key, state: { roles: [] } });
    expect(await reconciliation.reconcile(transactions, row)).toBe('unknown');
  });
});

import { afterEach, describe, expect, test } from '@jest/globals';
import { NetworkChanged, newId, type Principal, type ServiceName } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { useEntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution } from '../testing/participants.js';

const service = useEntityService();

const DEFAULTS = {
  identity_visibility: 'network',
  dispute_acknowledge_days: 5,
  dispute_decide_days: 30,
  records_of_leavers: 'exclude',
  policy_changes: 'direct',
  direct_changes_requested_by: null,
};

async function aNetwork() {
  const { networkId, governor } = await foundNetwork(service);
  const path = `/v1/networks/${networkId}`;
  const change = (body: object, who = governor) => service.call(who, 'PUT', path, body);
  return { networkId, governor, path, change };
}

afterEach(() => service.subscriber.failWith(undefined));

describe('the terms of a network', () => {
  test('have defaults, and a change of one leaves the others', async () => {
    const { path, governor, change } = await aNetwork();
    expect((await service.call(governor, 'GET', path)).body).toMatchObject(DEFAULTS);
    await change({ dispute_acknowledge_days: 3 });
    const { status, body } = await change({ records_of_leavers: 'keep' });
    const changed = { ...DEFAULTS, dispute_acknowledge_days: 3, records_of_leavers: 'keep' };
    expect({ status, body }).toMatchObject({ status: 200, body: changed });
    expect((await service.call(governor, 'GET', path)).body).toEqual(body);
  });

  test('are set by a governor alone, within their bounds', async () => {
    const { networkId, governor, change } = await aNetwork();
    const bank = await joinInstitution(service, governor, networkId, 'furnisher');
    expect((await change({ records_of_leavers: 'keep' }, bank)).status).toBe(403);
    for (const days of [0, 366, 1.5, null]) {
      expect((await change({ dispute_decide_days: days })).status).toBe(422);
    }
  });

  test('change when they have the revision that the governor read', async () => {
    const { path, governor, change } = await aNetwork();
    const read = () => service.call(governor, 'GET', path);
    expect((await read()).body).toMatchObject({ revision: 0 });
    const first = await change({ dispute_decide_days: 10, expected_revision: 0 });
    expect(first).toMatchObject({ status: 200, body: { dispute_decide_days: 10, revision: 1 } });
    expect(await change({ dispute_decide_days: 20, expected_revision: 0 })).toMatchObject({
      status: 409,
      body: { reason: 'version_mismatch', detail: 'the network is at revision 1, not 0' },
    });
    expect((await read()).body).toEqual(first.body);
    const second = await change({ dispute_decide_days: 20, expected_revision: 1 });
    expect(second).toMatchObject({ status: 200, body: { dispute_decide_days: 20, revision: 2 } });
  });

  test('are delivered before the acknowledgement, and a repeated request confirms them', async () => {
    const { networkId, change } = await aNetwork();
    service.subscriber.failWith(503);
    const terms = { dispute_decide_days: 10 };
    expect((await change(terms)).body['reason']).toBe('not_confirmed');
    service.subscriber.failWith(undefined);
    expect((await change(terms)).status).toBe(200);
    const delivered = service.subscriber.envelopes.filter(({ subject }) => subject === networkId);
    const last = NetworkChanged.parse(JSON.parse(String(delivered.at(-1)?.data)));
    expect(last).toMatchObject({ ...terms, network_id: networkId, revision: 2 });
  });
});

describe('the review of policy changes', () => {
  test('begins at the request of one account, and ends at the requests of two', async () => {
    const { networkId, governor, path, change } = await aNetwork();
    const second = { ...governor, account_id: newId() };
    const reviewed = { policy_changes: 'reviewed', direct_changes_requested_by: null };
    const requested = { ...reviewed, direct_changes_requested_by: governor.account_id };
    const direct = { policy_changes: 'direct', direct_changes_requested_by: null };
    expect((await change({ policy_changes: 'reviewed' })).body).toMatchObject(reviewed);
    for (let repetition = 0; repetition < 2; repetition += 1) {
      expect((await change({ policy_changes: 'direct' })).body).toMatchObject(requested);
    }
    expect((await change({ dispute_decide_days: 10 }, second)).body).toMatchObject(requested);
    const bank = await joinInstitution(service, governor, networkId, 'querier');
    expect((await service.call(bank, 'GET', path)).body).toMatchObject(reviewed);
    expect((await change({ policy_changes: 'direct' }, second)).body).toMatchObject(direct);
    await eventually(() => {
      const events = service.published(NetworkChanged, networkId);
      expect(events).toMatchObject([reviewed, requested, requested, requested, direct]);
    });
  });

  test('stays when a second account asks for it after the request to end it', async () => {
    const { governor, change } = await aNetwork();
    const second = { ...governor, account_id: newId() };
    await change({ policy_changes: 'reviewed' });
    await change({ policy_changes: 'direct' });
    await change({ policy_changes: 'reviewed' }, second);
    expect((await change({ policy_changes: 'direct' }, second)).body).toMatchObject({
      policy_changes: 'reviewed',
      direct_changes_requested_by: second.account_id,
    });
  });

  test.each([
    [
      'whose account is suspended',
      (institution: string, accountId: string) => ({
        path: `/institutions/${institution}/accounts/${accountId}`,
        body: { status: 'suspended' },
      }),
    ],
    [
      'whose institution governs no more',
      (institution: string) => ({
        path: `/memberships/${institution}`,
        body: { roles: ['querier'] },
      }),
    ],
  ])('does not end with the request of one %s', async (_, end) => {
    const { networkId, governor, path, change } = await aNetwork();
    const former = await joinInstitution(service, governor, networkId, 'governor');
    await change({ policy_changes: 'reviewed' });
    await change({ policy_changes: 'direct' }, former);
    const ended = end(former.entity_id, former.account_id);
    const answer = await service.call(governor, 'PUT', `${path}${ended.path}`, ended.body);
    expect(answer.status).toBe(200);
    expect((await change({ policy_changes: 'direct' })).body).toMatchObject({
      policy_changes: 'reviewed',
      direct_changes_requested_by: governor.account_id,
    });
  });

  test('is read by policy for members of the network and for itself alone', async () => {
    const { networkId, governor, change } = await aNetwork();
    const find = (caller: Principal | ServiceName) =>
      service.call(caller, 'POST', '/internal/networks/policy-changes/find', {
        network_id: networkId,
      });
    expect((await find(governor)).body).toEqual({ policy_changes: 'direct' });
    await change({ policy_changes: 'reviewed' });
    expect((await find(governor)).body).toEqual({ policy_changes: 'reviewed' });
    expect((await find(member(newId(), 'governor'))).status).toBe(403);
    expect((await find('policy')).body).toEqual({ policy_changes: 'reviewed' });
    expect((await find('consent')).status).toBe(401);
  });
});

import {
  AccountChanged,
  BusinessIdentified,
  idWithin,
  InstitutionRegistered,
  MembershipChanged,
  NetworkFounded,
} from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { describe, expect, test } from '@jest/globals';
import { useEntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution } from '../testing/participants.js';
import { aBusiness } from '../testing/subjects.js';

const service = useEntityService();

describe('events about participants and subjects', () => {
  test('an institution is published once, a membership with every request to set its roles', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const bank = await joinInstitution(service, governor, networkId, 'querier');
    const path = `/v1/networks/${networkId}/memberships/${bank.entity_id}`;
    await service.call(governor, 'PUT', path, { roles: ['furnisher'] });
    await service.call(governor, 'PUT', path, { roles: ['furnisher'] });
    await service.call(governor, 'DELETE', path);
    await eventually(() => {
      const changes = service.published(MembershipChanged, `${networkId}/${bank.entity_id}`);
      expect(changes.map(({ roles, revision }) => [roles, revision])).toEqual([
        [['querier'], 1],
        [['furnisher'], 2],
        [['furnisher'], 3],
        [[], 4],
      ]);
    });
    expect(service.published(InstitutionRegistered, bank.entity_id)).toEqual([
      { entity_id: bank.entity_id, name: expect.any(String), revision: 1 },
    ]);
  });

  test('a business is published when it is new and with each new key, but not for a new address', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const { business_tax_identifier_value: ein, ...unnumbered } = aBusiness();
    const resolve = async (fields: object) => {
      const answer = await service.call<{ businesses: { business_id: string }[] }>(
        governor,
        'POST',
        '/internal/businesses/resolve',
        { network_ids: [networkId], businesses: [{ ...unnumbered, ...fields }] },
      );
      return String(answer.body.businesses[0]?.business_id);
    };
    const id = await resolve({});
    await resolve({ business_email: 'desk@acme.example' });
    await resolve({ business_tax_identifier_value: ein });
    await eventually(() => {
      const events = service.published(BusinessIdentified, id);
      expect(events.map((event) => [event.revision, event.match_hashes.length])).toEqual([
        [1, 1],
        [3, 2],
      ]);
    });
  });

  test('a network is published with its founder, an account with each request to set its status', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const bank = await joinInstitution(service, governor, networkId, 'querier');
    const path = `/v1/networks/${networkId}/institutions/${bank.entity_id}/accounts`;
    const { body } = await service.call(governor, 'POST', path, { subject: 'somebody' });
    const accountId = String(body['account_id']);
    const setStatus = (status: string) =>
      service.call(governor, 'PUT', `${path}/${accountId}`, { status });
    for (const status of ['suspended', 'suspended', 'active']) await setStatus(status);
    await eventually(() => {
      const changes = service.published(AccountChanged, accountId);
      expect(changes.map(({ status }) => status)).toEqual([
        ...['active', 'suspended', 'suspended', 'active'],
      ]);
      expect(changes[0]).toEqual({
        account_id: accountId,
        entity_id: bank.entity_id,
        network_id: networkId,
        status: 'active',
        revision: 1,
      });
    });
    expect(service.published(NetworkFounded, networkId)).toEqual([
      { network_id: networkId, entity_id: governor.entity_id, name: expect.any(String) },
    ]);
  });

  test('a change in a network is once in its audit log, with its account', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const bank = await joinInstitution(service, governor, networkId, 'querier');
    const path = `/v1/networks/${networkId}/memberships/${bank.entity_id}`;
    await service.call(governor, 'PUT', path, { roles: ['furnisher'] });
    await eventually(async () => {
      const entries = await service.sql(
        'select type, subject, account_id from audit_entry where network = $1 order by seq',
        [networkId],
      );
      const by = { account_id: governor.account_id };
      const membership = { type: MembershipChanged.type, ...by };
      expect(entries).toEqual([
        { type: NetworkFounded.type, subject: networkId, ...by },
        { ...membership, subject: `${networkId}/${governor.entity_id}` },
        { ...membership, subject: `${networkId}/${bank.entity_id}` },
        { type: AccountChanged.type, subject: bank.account_id, ...by },
        { ...membership, subject: `${networkId}/${bank.entity_id}` },
      ]);
    });
  });

  test('a rejected registration publishes nothing', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const path = `/v1/networks/${networkId}/institutions`;
    const refused = {
      name: 'Twin',
      org_id: 'org-first',
      roles: ['querier'],
      entity_id: idWithin(networkId, 'org-first'),
    };
    expect((await service.call(governor, 'POST', path, refused)).status).toBe(409);
    const after = await joinInstitution(service, governor, networkId, 'querier');
    await eventually(() =>
      expect(service.published(InstitutionRegistered, after.entity_id)).toHaveLength(1),
    );
    expect(service.published(InstitutionRegistered, refused.entity_id)).toEqual([]);
  });
});

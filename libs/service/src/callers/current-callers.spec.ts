import { declareOperation, wire } from '@ndx/api';
import {
  AccountChanged,
  MembershipChanged,
  newId,
  type AccountStatus,
  type MembershipRole,
  type Principal,
} from '@ndx/contracts';
import { useStarted } from '@ndx/testing/use-started';
import { expect, test } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { Service } from '../definition/service-definition.js';
import { handledOperations, Handles } from '../http/handles.js';
import { Caller } from '../principal/caller.js';
import { account, memberOfEach } from '../testing/principals.js';
import { startTestService } from '../testing/test-service.js';

const Networks = wire.listOf(wire.record('HeldRoles', { id: wire.uuid, roles: wire.text }));

const ofCaller = {
  method: 'POST',
  service: 'policy',
  permission: 'consent:read',
  request: {},
  answer: Networks,
} as const;

const readRoles = declareOperation({
  ...ofCaller,
  id: 'readRoles',
  path: '/v1/roles',
  summary: 'Read the roles of the caller',
});
const readRolesUnchecked = declareOperation({
  ...ofCaller,
  id: 'readRolesUnchecked',
  path: '/v1/roles/unchecked',
  summary: 'Read the roles that the principal names',
  billable: true,
});

@Controller()
class RolesController {
  @Handles(readRoles)
  read(@Caller() { memberships }: Principal) {
    return memberships.map(({ network_id: id, roles }) => ({ id, roles: roles.join() }));
  }

  @Handles(readRolesUnchecked)
  readUnchecked(@Caller() principal: Principal) {
    return this.read(principal);
  }
}

@Service({
  name: 'policy',
  rows: [],
  migrations: [],
  http: [RolesController],
  operations: handledOperations([RolesController]),
  audited: [],
  providers: [],
})
class RolesModule {}

const service = useStarted(() => startTestService(RolesModule));

const roles = (caller: Principal) => service.call(caller, 'POST', readRoles.path);

const setRoles = (
  { entity_id }: Principal,
  network_id: string,
  ...[revision, ...held]: [number, ...MembershipRole[]]
) => service.deliver(MembershipChanged, { network_id, entity_id, roles: held, revision });

const setStatus = ({ account_id, entity_id }: Principal, revision: number, status: AccountStatus) =>
  service.deliver(AccountChanged, { account_id, entity_id, network_id: null, status, revision });

test('a request has no role that ended before it, although its principal names it', async () => {
  const [left, narrowed, unknown] = [newId(), newId(), newId()];
  const caller = memberOfEach('querier', left, narrowed, unknown);
  const [, second] = caller.memberships;
  const furnisher = {
    ...caller,
    memberships: caller.memberships.map((each) =>
      each === second ? { ...each, roles: ['furnisher', 'querier'] as const } : each,
    ),
  };
  await setRoles(caller, left, 1, 'querier');
  await setRoles(caller, narrowed, 1, 'furnisher', 'querier');
  const all = furnisher.memberships.map(({ network_id: id, roles }) => ({
    id,
    roles: roles.join(),
  }));
  expect((await roles(furnisher)).body).toEqual(all);

  await setRoles(caller, left, 2);
  await setRoles(caller, narrowed, 2, 'governor', 'furnisher');
  const remaining = [
    { id: narrowed, roles: 'furnisher' },
    { id: unknown, roles: 'querier' },
  ];
  expect((await roles(furnisher)).body).toEqual(remaining);

  await setRoles(caller, left, 3, 'querier');
  expect((await roles(furnisher)).body).toEqual([all[0], ...remaining]);
});

test('a request of a suspended account is answered like the gateway does', async () => {
  const caller = account();
  await setStatus(caller, 1, 'active');
  expect((await roles(caller)).status).toBe(200);
  await setStatus(caller, 2, 'suspended');
  const answer = await service.send(caller, 'POST', readRoles.path);
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  expect(await answer.json()).toEqual({
    detail: 'Could not validate credentials or find account',
  });
  expect((await roles({ ...caller, account_id: newId() })).status).toBe(200);
  await setStatus(caller, 3, 'active');
  expect((await roles(caller)).status).toBe(200);
});

test('a billable query reads its caller itself', async () => {
  const caller = account();
  await setStatus(caller, 1, 'suspended');
  expect((await service.call(caller, 'POST', readRolesUnchecked.path)).status).toBe(200);
});

test('the rows of former members are compared with their owner by network and institution', async () => {
  const caller = memberOfEach('querier', newId());
  const key = `${caller.memberships[0]?.network_id ?? ''}/${caller.entity_id}`;
  await setRoles(caller, key.split('/')[0] ?? '', 1);
  const compare = (after: string) =>
    service.call<{ rows: { key: string }[] }>('entity', 'POST', '/internal/read-models/compare', {
      aggregate: 'membership',
      after,
      through: key,
      digest: 'another',
    });
  expect((await compare('')).body.rows.map((row) => row.key)).toContain(key);
  expect((await compare(key)).body.rows).toEqual([]);
});

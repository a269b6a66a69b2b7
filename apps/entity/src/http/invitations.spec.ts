import { randomUUID } from 'node:crypto';
import { AccountChanged, InvitationChanged, newId, type Principal } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { describe, expect, test } from '@jest/globals';
import { useEntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution, signIn } from '../testing/participants.js';

const service = useEntityService();

interface Invitation {
  readonly invitation_id: string;
  readonly entity_id: string | null;
  readonly account_id: string | null;
  readonly status: string;
  readonly secret: string;
}

const NEW = { institution_name: 'Invited Bank', roles: ['furnisher'] };

const aUser = (organization = `org-${randomUUID()}`) => ({
  subject: `user-${randomUUID()}`,
  organization,
});

const send = (by: Principal, networkId: string, body: object = NEW) =>
  service.call<Invitation>(by, 'POST', `/v1/networks/${networkId}/invitations`, body);
const read = (user: ReturnType<typeof aUser>, secret: string) =>
  service.call(user, 'POST', '/v1/invitations/read', { secret });
const accept = (user: ReturnType<typeof aUser>, secret: string) =>
  service.call(user, 'POST', '/v1/invitations/accept', { secret });
const revoke = (by: Principal, networkId: string, id: string) =>
  service.call<Invitation>(by, 'DELETE', `/v1/networks/${networkId}/invitations/${id}`);
const list = async (by: Principal, networkId: string, query = '') => {
  const path = `/v1/networks/${networkId}/invitations${query}`;
  const { status, body } = await service.call<{ data: Invitation[] }>(by, 'GET', path);
  return { status, invitations: body.data };
};

async function organizationOf({ entity_id }: Principal): Promise<string> {
  const sql = 'select org_id from institution where id = $1';
  const [row] = await service.sql<{ org_id: string }>(sql, [entity_id]);
  return String(row?.org_id);
}

describe('an invitation to a new institution', () => {
  test('says who invites to what, and its acceptance registers the institution and the account of the token', async () => {
    const { networkId, governor } = await foundNetwork(service, 'Home');
    const name = `Invited ${randomUUID()}`;
    const { status, body } = await send(governor, networkId, { ...NEW, institution_name: name });
    expect(status).toBe(200);
    const user = aUser();
    expect((await read(user, body.secret)).body).toEqual({
      network_name: 'Home',
      institution_name: name,
      is_new_institution: true,
      roles: ['furnisher'],
      sender_name: 'First Institution',
      expires_at: expect.any(String),
    });
    const accepted = await accept(user, body.secret);
    expect(accepted.status).toBe(200);
    expect(await signIn(service, user.organization, user.subject)).toMatchObject({
      account_id: accepted.body['account_id'],
      entity_id: accepted.body['entity_id'],
      memberships: [{ network_id: networkId, roles: ['furnisher'] }],
    });
    const [listed] = (await list(governor, networkId)).invitations;
    expect(listed).toMatchObject({ status: 'accepted', account_id: accepted.body['account_id'] });
    expect(listed).not.toHaveProperty('secret');
  });

  test('is listed newest first when asked', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const sent: unknown[] = [];
    for (let count = 0; count < 2; count += 1) {
      sent.push((await send(governor, networkId)).body.invitation_id);
    }
    const listed = async (query: string) => {
      const { invitations } = await list(governor, networkId, query);
      return invitations.map(({ invitation_id }) => invitation_id);
    };
    expect(await listed('')).toEqual(sent);
    expect(await listed('?order=newest_first')).toEqual(sent.toReversed());
    expect(await listed('?order=newest_first&limit=1')).toEqual(sent.slice(1));
  });

  test('is sent by governors only, with a name and roles', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const bank = await joinInstitution(service, governor, networkId, 'querier');
    expect((await send(bank, networkId)).status).toBe(403);
    expect((await send(governor, networkId, { roles: ['querier'] })).status).toBe(400);
    const both = { ...NEW, entity_id: bank.entity_id };
    expect((await send(governor, networkId, both)).status).toBe(400);
  });
});

describe('an invitation to an institution', () => {
  test('adds an account for a user of its organization, and for no other', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const bank = await joinInstitution(service, governor, networkId, 'querier');
    const { body } = await send(bank, networkId, { entity_id: bank.entity_id });
    const stranger = await accept(aUser(), body.secret);
    expect([stranger.status, stranger.body['reason']]).toEqual([403, 'other_organization']);
    const user = aUser(await organizationOf(bank));
    expect((await accept(user, body.secret)).status).toBe(200);
    expect((await signIn(service, user.organization, user.subject)).entity_id).toBe(bank.entity_id);
  });

  test('is sent and listed by the institution itself and by the governors of its home network only', async () => {
    const home = await foundNetwork(service);
    const bank = await joinInstitution(service, home.governor, home.networkId, 'querier');
    const other = await joinInstitution(service, home.governor, home.networkId, 'querier');
    const invited = { entity_id: bank.entity_id };
    const statuses = [];
    for (const by of [bank, home.governor, other]) {
      statuses.push((await send(by, home.networkId, invited)).status);
      statuses.push((await list(by, home.networkId, `?entity_id=${bank.entity_id}`)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 403, 403]);
    expect((await list(bank, home.networkId)).status).toBe(403);
  });
});

describe('an invitation is accepted', () => {
  test('once, by one user, whose repeated request has no effect', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const { body } = await send(governor, networkId);
    const user = aUser();
    const [first, again] = [await accept(user, body.secret), await accept(user, body.secret)];
    expect([first.status, again]).toEqual([200, first]);
    const second = await accept(aUser(), body.secret);
    expect([second.status, second.body['reason']]).toEqual([409, 'invitation_ended']);
    const accountId = String(first.body['account_id']);
    await eventually(() => {
      const changes = service.published(InvitationChanged, body.invitation_id);
      expect(changes.map(({ status }) => status)).toEqual(['open', 'accepted']);
      expect(service.published(AccountChanged, accountId)).toHaveLength(1);
    });
  });

  test('by one of two concurrent users', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const { body } = await send(governor, networkId);
    const answers = await Promise.all([aUser(), aUser()].map((user) => accept(user, body.secret)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test.each([
    ['was revoked', 'revoked', 'update invitation set status = $2 where id = $1'],
    [
      'has expired',
      'expired',
      "update invitation set expires_at = now() - interval '1 s' where id = $1 and $2 <> ''",
    ],
  ])('not after it %s', async (_condition, status, statement) => {
    const { networkId, governor } = await foundNetwork(service);
    const { body } = await send(governor, networkId);
    if (status === 'revoked') await revoke(governor, networkId, body.invitation_id);
    else await service.sql(statement, [body.invitation_id, status]);
    const [listed] = (await list(governor, networkId)).invitations;
    expect(listed?.status).toBe(status);
    for (const answer of [await read(aUser(), body.secret), await accept(aUser(), body.secret)]) {
      expect([answer.status, answer.body['reason']]).toEqual([409, 'invitation_ended']);
    }
  });

  test('not after its sender lost the right to send it', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const second = await joinInstitution(service, governor, networkId, 'governor');
    const { body } = await send(second, networkId);
    const path = `/v1/networks/${networkId}/memberships/${second.entity_id}`;
    await service.call(governor, 'PUT', path, { roles: ['querier'] });
    expect((await accept(aUser(), body.secret)).body['reason']).toBe('invitation_ended');
  });

  test('not by a user who has an account, nor with another secret', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const bank = await joinInstitution(service, governor, networkId, 'querier');
    const { body } = await send(governor, networkId);
    const known = { subject: 'user', organization: await organizationOf(bank) };
    const answer = await accept(known, body.secret);
    expect([answer.status, answer.body['reason']]).toEqual([409, 'already_exists']);
    expect((await accept(aUser(), `${body.secret}x`)).status).toBe(404);
  });

  test('not by a user whose account is suspended', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const bank = await joinInstitution(service, governor, networkId, 'querier');
    const { body } = await send(governor, networkId);
    const accounts = `/v1/networks/${networkId}/institutions/${bank.entity_id}/accounts`;
    const path = `${accounts}/${bank.account_id}`;
    await service.call(governor, 'PUT', path, { status: 'suspended' });
    const user = { subject: 'user', organization: await organizationOf(bank) };
    for (const secret of [body.secret, 'no secret']) {
      expect((await read(user, secret)).status).toBe(401);
      expect((await accept(user, secret)).status).toBe(401);
    }
  });

  test('not by a caller that is no user', async () => {
    const { networkId, governor } = await foundNetwork(service);
    const { body } = await send(governor, networkId);
    const path = '/v1/invitations/accept';
    const answer = await service.call(governor, 'POST', path, { secret: body.secret });
    expect(answer.status).toBe(401);
    expect((await service.call(aUser(), 'GET', '/v1/caller')).status).toBe(401);
  });
});

test('a revocation is confirmed when it is repeated, and rejected after the acceptance', async () => {
  const { networkId, governor } = await foundNetwork(service);
  const [kept, used] = [await send(governor, networkId), await send(governor, networkId)];
  const ids = [kept, used].map(({ body }) => body.invitation_id);
  const [keptId = '', usedId = ''] = ids;
  expect((await revoke(governor, networkId, keptId)).body.status).toBe('revoked');
  expect((await revoke(governor, networkId, keptId)).status).toBe(200);
  await accept(aUser(), used.body.secret);
  expect((await revoke(governor, networkId, usedId)).status).toBe(409);
  expect((await revoke(governor, networkId, newId())).status).toBe(404);
  const bank = await joinInstitution(service, governor, networkId, 'querier');
  for (const id of [keptId, newId()]) expect((await revoke(bank, networkId, id)).status).toBe(403);
});

test('the database has a digest of the secret in its place', async () => {
  const { networkId, governor } = await foundNetwork(service);
  const { body } = await send(governor, networkId);
  const sql = 'select row_to_json(invitation)::text as row from invitation where id = $1';
  const [stored] = await service.sql<{ row: string }>(sql, [body.invitation_id]);
  expect(body.secret).toHaveLength(43);
  expect(stored?.row).toContain('secret_digest');
  expect(stored?.row).not.toContain(body.secret);
});

import { AttestationCreated, newId, stableId, type Principal } from '@ndx/contracts';
import { createBus, type EventEnvelope } from '@ndx/messaging';
import {
  bootService,
  migrateService,
  PRINCIPAL_HEADER,
  PrincipalSigner,
  type RunningService,
} from '@ndx/service-kit';
import { createTestDatabase, eventually, type TestDatabase } from '@ndx/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AttestationModule } from './attestation.module.js';

const SECRET = 'a secret of at least thirty-two characters';
const PRODUCT_ID = stableId('product', 'kyb_certificate');

const input = {
  product_id: PRODUCT_ID,
  signed_by_name: 'Compliance office',
  signed_by_title: 'Head of compliance',
  attestation_data: { statement: 'verified' },
};

function aPrincipal(): Principal {
  return {
    account_id: newId(),
    entity_id: newId(),
    permissions: ['attestation:write'],
    memberships: [],
  };
}

describe('the attestation service', () => {
  let databases: TestDatabase[];
  let service: RunningService;

  beforeAll(async () => {
    databases = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const [own, bus] = databases;
    const env = {
      ATTESTATION_DATABASE_URL: own?.url,
      EMBEDDED_BUS_URL: bus?.url,
      PRINCIPAL_SECRET: SECRET,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
    };
    await migrateService(AttestationModule, env);
    service = await bootService(AttestationModule, env);
  });

  afterAll(async () => {
    await service.close();
    await Promise.all(databases.map((database) => database.drop()));
  });

  async function send(
    principal: Principal | undefined,
    method: string,
    path: string,
    body?: unknown,
  ) {
    const signer = new PrincipalSigner(SECRET);
    const response = await fetch(`${service.url}/v1/institution-attestation${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(principal && { [PRINCIPAL_HEADER]: signer.sign({ kind: 'account', principal }) }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  test('records an attestation that is active for twelve months', async () => {
    const principal = aPrincipal();
    const answer = await send(principal, 'POST', '', input);
    expect(answer).toEqual({
      status: 200,
      body: {
        ...input,
        id: expect.any(String),
        entity_id: principal.entity_id,
        signed_at: expect.any(String),
        expires_at: expect.any(String),
        status: 'active',
        created_at: expect.any(String),
      },
    });
    expect(await send(principal, 'GET', `/${String(answer.body['id'])}`)).toEqual(answer);
  });

  test("never revokes an institution's earlier ones, and lists the newest first", async () => {
    const principal = aPrincipal();
    const first = await send(principal, 'POST', '', input);
    const second = await send(principal, 'POST', '', input);
    expect(await send(principal, 'GET', `?product_id=${PRODUCT_ID}`)).toEqual({
      status: 200,
      body: [second.body, first.body],
    });
  });

  test('does not show an attestation to another institution', async () => {
    const { body } = await send(aPrincipal(), 'POST', '', input);
    const theirs = await send(aPrincipal(), 'GET', `/${String(body['id'])}`);
    const absent = await send(aPrincipal(), 'GET', `/${newId()}`);
    expect(theirs).toMatchObject({ status: 404, body: { error_code: 'RESOURCE_NOT_FOUND' } });
    expect(theirs.body['detail']).toBe(absent.body['detail']);
  });

  test('revokes once; a second time is a conflict', async () => {
    const principal = aPrincipal();
    const { body } = await send(principal, 'POST', '', input);
    const revoke = () => send(principal, 'POST', `/${String(body['id'])}/revoke`, {});
    expect(await revoke()).toMatchObject({ status: 200, body: { status: 'revoked' } });
    expect(await revoke()).toMatchObject({
      status: 409,
      body: { error_code: 'RESOURCE_CONFLICT' },
    });
  });

  test.each([
    ['product_id', { ...input, product_id: undefined }, 'body -> product_id: '],
    ['signed_by_name', { ...input, signed_by_name: 7 }, 'body -> signed_by_name: '],
    ['attestation_data', { ...input, attestation_data: [] }, 'body -> attestation_data: '],
    ['an unknown field', { ...input, signed_by: 'x' }, 'body -> signed_by: is not a known field'],
  ])('refuses a wrong %s by its path', async (_name, body, detail) => {
    const answer = await send(aPrincipal(), 'POST', '', body);
    expect(answer).toEqual({ status: 422, body: { detail: expect.stringContaining(detail) } });
  });

  test('refuses a product that the catalogue does not have', async () => {
    const answer = await send(aPrincipal(), 'POST', '', { ...input, product_id: newId() });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'VALIDATION_ERROR' } });
  });

  test('refuses a caller whom nobody has signed', async () => {
    expect(await send(undefined, 'POST', '', input)).toMatchObject({
      status: 401,
      body: { error_code: 'AUTHENTICATION_REQUIRED' },
    });
  });

  test('publishes each attestation, without what was signed', async () => {
    const { body } = await send(aPrincipal(), 'POST', '', input);
    const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const bus = createBus({ kind: 'embedded', databaseUrl: databases[1]?.url ?? '', logger });
    const seen: EventEnvelope[] = [];
    await bus.subscribe({
      group: 'spec',
      topics: [AttestationCreated.topic],
      onBatch: ({ events }) =>
        Promise.resolve(void seen.push(...events.map(({ envelope }) => envelope))),
    });
    await eventually(() => {
      const event = seen.find(({ subject }) => subject === body['id']);
      expect(event).toMatchObject({ type: AttestationCreated.type, source: 'attestation' });
      expect(event?.data).not.toContain('verified');
    });
    await bus.close();
  });
});

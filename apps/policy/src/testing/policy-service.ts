import { randomUUID } from 'node:crypto';
import { fieldsOf, PRODUCTS } from '@ndx/catalog';
import type { MembershipRole, Principal } from '@ndx/contracts';
import { bootService, migrateService, PRINCIPAL_HEADER, PrincipalSigner } from '@ndx/service-kit';
import { createTestDatabase } from '@ndx/testing';
import pg from 'pg';
import { PolicyModule } from '../policy.module.js';
import { startSubscriber, type Subscriber } from './subscriber.js';

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** The policy service on a database and a bus of its own, with its two subscribers stood in. */
export interface PolicyService {
  readonly productQuery: Subscriber;
  readonly furnishing: Subscriber;
  /** Calls it as an account, and reads the answer. */
  call(caller: Principal, method: string, path: string, body?: unknown): Promise<Answer>;
  /** Gets a list. */
  list(caller: Principal, path: string): Promise<readonly Record<string, unknown>[]>;
  /** Looks into its database. */
  sql(statement: string, parameters: readonly unknown[]): Promise<readonly object[]>;
  stop(): Promise<void>;
}

const PRINCIPAL_SECRET = 'a key that signs for this suite and nothing else';

export async function startPolicyService(): Promise<PolicyService> {
  const [database, bus] = [await createTestDatabase(), await createTestDatabase()];
  const [productQuery, furnishing] = [await startSubscriber(), await startSubscriber()];
  const env = {
    POLICY_DATABASE_URL: database.url,
    EMBEDDED_BUS_URL: bus.url,
    PRODUCT_QUERY_URL: productQuery.url,
    FURNISHING_URL: furnishing.url,
    PRINCIPAL_SECRET,
    HOST: '127.0.0.1',
    PORT: await freePort(),
    LOG_LEVEL: 'silent',
  };
  await migrateService(PolicyModule, env);
  const running = await bootService(PolicyModule, env);
  const tables = new pg.Pool({ connectionString: database.url, max: 1 });
  const signer = new PrincipalSigner(PRINCIPAL_SECRET);

  const send = (principal: Principal, method: string, path: string, body?: unknown) =>
    fetch(`${running.url}${path}`, {
      method,
      headers: {
        [PRINCIPAL_HEADER]: signer.sign({ kind: 'account', principal }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  return {
    productQuery,
    furnishing,
    async call(principal, method, path, body) {
      const response = await send(principal, method, path, body);
      return { status: response.status, body: (await response.json()) as Answer['body'] };
    },
    async list(principal, path) {
      const response = await send(principal, 'GET', path);
      return (await response.json()) as Answer['body'][];
    },
    sql: async (statement, parameters) =>
      (await tables.query<object>(statement, [...parameters])).rows,
    async stop() {
      await tables.end();
      await running.close();
      await Promise.all([productQuery.stop(), furnishing.stop()]);
      await database.drop();
      await bus.drop();
    },
  };
}

/** A port that was free a moment ago: a service is told its own, and takes no "any". */
async function freePort(): Promise<string> {
  const probe = await startSubscriber();
  await probe.stop();
  return new URL(probe.url).port;
}

/** An account of an institution of its own, with a role in the given network. */
export function member(networkId: string, ...roles: MembershipRole[]): Principal {
  return {
    account_id: randomUUID(),
    entity_id: randomUUID(),
    permissions: ['policy:read', 'policy:write'],
    memberships: [{ network_id: networkId, roles }],
  };
}

/** The first product of the catalogue, with a model and a field of it to select. */
export function aProduct() {
  const [product] = PRODUCTS;
  const [model, otherModel] = product?.models ?? [];
  const [field] = model ? fieldsOf(model) : [];
  if (!product || !model || !otherModel || !field) throw new Error('the catalogue is empty');
  return { id: product.id, model: model.name, otherModel: otherModel.name, field: field.name };
}

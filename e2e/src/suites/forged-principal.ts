import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { OPERATIONS } from '@ndx/api';
import {
  serviceVariable,
  STATEFUL_SERVICE_NAMES,
  type ServiceName,
  type StatefulServiceName,
} from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { DEMO_NETWORK, OPERATOR } from '@ndx/tools/network/demo-network';
import type { Exchange } from '../harness/exchange.js';

const HEADER = 'x-principal';
const ANY_ID = '0192d3c0-5c5e-7a80-9b1e-000000000001';
/** The same for everyone, so that every principal may read it. */
const CATALOGUE = '/v1/products';
const ROUTE_COUNT_AT_LEAST = 40;

/** An account of the first institution, with every permission. */
const ACCOUNT = {
  principal: {
    account_id: '0192d3c0-5c5e-7a80-9b1e-000000000002',
    entity_id: OPERATOR.entityId,
    permissions: ['network:admin', 'policy:write', 'product:query', 'data:furnish'],
    memberships: [{ network_id: DEMO_NETWORK.id, roles: ['governor', 'querier', 'furnisher'] }],
  },
};
/** The signer itself. */
const ITSELF = {};
const STRANGER = generateKeyPairSync('ed25519').privateKey;

/** A route of a service, public or internal, with an id for each parameter. */
interface ServiceRoute {
  readonly service: StatefulServiceName;
  readonly method: string;
  readonly path: string;
}

const SERVICE_ROUTES: readonly ServiceRoute[] = STATEFUL_SERVICE_NAMES.flatMap((service) =>
  OPERATIONS.filter(
    (operation) => operation.service === service || operation.service === undefined,
  ).map(({ method, path }) => ({ service, method, path: path.replaceAll(/\{\w+\}/g, ANY_ID) })),
);

/** Unknown paths are rejected as early as known ones. */
const UNKNOWN_ROUTES: readonly ServiceRoute[] = STATEFUL_SERVICE_NAMES.flatMap((service) => [
  { service, method: 'GET', path: '/' },
  { service, method: 'POST', path: '/internal/nothing' },
]);

/** Reaching a service directly gains nothing (design 3). */
export function forgedPrincipalSuite(exchange: () => Exchange): void {
  const account = (lifetimeMs?: number) =>
    signed('gateway', keyOf(exchange(), 'gateway'), ACCOUNT, lifetimeMs);
  const service = () => signed('consent', keyOf(exchange(), 'consent'), ITSELF);

  describe('a service that is called directly', () => {
    const send = async (route: ServiceRoute, headers: Readonly<Record<string, string>>) => {
      const hasBody = route.method === 'POST' || route.method === 'PUT';
      // A service closes a connection that was idle for five seconds, perhaps while it is reused.
      const answer = await eventually(() =>
        fetch(`${exchange().urlOf(route.service)}${route.path}`, {
          method: route.method,
          headers: { ...headers, ...(hasBody && { 'content-type': 'application/json' }) },
          ...(hasBody && { body: '{}' }),
        }),
      );
      return { status: answer.status, body: await answer.json() };
    };

    test('has only routes that these tests cover', () => {
      expect(SERVICE_ROUTES.length).toBeGreaterThan(ROUTE_COUNT_AT_LEAST);
      expect(new Set(SERVICE_ROUTES.map((route) => route.service))).toEqual(
        new Set(STATEFUL_SERVICE_NAMES),
      );
      expect(SERVICE_ROUTES.some(({ path }) => path.startsWith('/internal/accounts'))).toBe(true);
    });

    // The specs of the principal have every other form of a forged header.
    test.each<readonly [string, () => Promise<Record<string, string>> | Record<string, string>]>([
      ['no principal', () => ({})],
      ['one by another key', () => ({ [HEADER]: signed('gateway', STRANGER, ACCOUNT) })],
      [
        'an account signed by a service',
        () => ({ [HEADER]: signed('consent', keyOf(exchange(), 'consent'), ACCOUNT) }),
      ],
      ['one whose time is over', () => ({ [HEADER]: account(-1) })],
      ['two of them', () => ({ [HEADER]: `${account()}, ${service()}` })],
      [
        'a principal in a header with a similar name',
        () => ({
          x_principal: account(),
          'x-internal-principal': account(),
          'x-internal-service': 'gateway',
        }),
      ],
      [
        'the token that the gateway would accept',
        async () => ({ authorization: `Bearer ${await exchange().tokenOf(OPERATOR)}` }),
      ],
    ])('rejects on every route, without an effect: %s', async (_name, forge) => {
      const before = await settledCounts();
      const headers = await forge();
      const routes = [...SERVICE_ROUTES, ...UNKNOWN_ROUTES];
      const answers = await Promise.all(
        routes.map(async (route) => [route, await send(route, headers)]),
      );
      const error: unknown = expect.objectContaining({ error_code: 'AUTHENTICATION_REQUIRED' });
      expect(answers).toEqual(routes.map((route) => [route, { status: 401, body: error }]));
      expect(await settledCounts()).toEqual(before);
    });

    test('accepts a principal that the gateway signed, until it expires', async () => {
      await Promise.all(
        SERVICE_ROUTES.map(async (route) => {
          const { status } = await send(route, { [HEADER]: account() });
          expect([route, status]).not.toEqual([route, 401]);
        }),
      );
      const [route] = SERVICE_ROUTES;
      if (!route) throw new Error('there are no routes');
      const headers = { [HEADER]: account(2_000) };
      expect((await send(route, headers)).status).not.toBe(401);
      await eventually(async () => expect((await send(route, headers)).status).toBe(401));
    });

    test('accepts no service as an institution, and no institution as a service', async () => {
      const before = await settledCounts();
      const forServices = ['/internal/events', '/internal/accounts/resolve'];
      const routes = SERVICE_ROUTES.filter(({ path }) => path !== CATALOGUE);
      await Promise.all(
        routes.map(async (route) => {
          const principal = forServices.includes(route.path) ? account() : service();
          const { status } = await send(route, { [HEADER]: principal });
          // A request without its required parts is rejected for that first.
          expect([route, [401, 403, 422]]).toEqual([route, expect.arrayContaining([status])]);
        }),
      );
      expect(await settledCounts()).toEqual(before);
    });

    test('accepts an event only from its source, and resolves accounts only for the gateway', async () => {
      const before = await settledCounts();
      const post = async (
        [to, path]: readonly [StatefulServiceName, string],
        principal: string,
        body: object,
      ) => {
        const answer = await fetch(`${exchange().urlOf(to)}${path}`, {
          method: 'POST',
          headers: { [HEADER]: principal, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        return answer.status;
      };
      const policy = signed('policy', keyOf(exchange(), 'policy'), ITSELF);
      const event = (source: string) => ({
        ...{ id: ANY_ID, type: 'consent.revoked.v2', source, subject: ANY_ID },
        ...{ time: new Date().toISOString(), data: '{}' },
      });
      const events = ['product-query', '/internal/events'] as const;
      expect([
        await post(events, policy, [event('consent')]),
        await post(events, policy, [event('policy')]),
        await post(events, service(), [event('policy')]),
        await post(['entity', '/internal/accounts/resolve'], service(), {
          subject: OPERATOR.subject,
          organization: OPERATOR.account,
        }),
      ]).toEqual([403, 403, 403, 403]);
      expect(await settledCounts()).toEqual(before);
    });

    /** The number of rows of each table of each service, once no request or event is pending. */
    async function settledCounts(): Promise<unknown> {
      let last: unknown;
      return eventually(async () => {
        const counts = await Promise.all(STATEFUL_SERVICE_NAMES.map(countRows));
        const isSettled = JSON.stringify(counts) === JSON.stringify(last);
        last = counts;
        expect(isSettled).toBe(true);
        return counts;
      });
    }

    async function countRows(database: StatefulServiceName): Promise<unknown> {
      const tables = await exchange().sql(
        database,
        `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name
           FROM information_schema.tables
          WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
          ORDER BY 1`,
        [],
      );
      const counts = tables.map(
        ({ name }) => `SELECT '${String(name)}' AS name, count(*)::int FROM ${String(name)}`,
      );
      return exchange().sql(database, counts.join(' UNION ALL '), []);
    }
  });
}

/** A principal header as a process signs it (decision 0064), with any key and for any time. */
function signed(signer: string, key: KeyObject, caller: object, lifetimeMs = 30_000): string {
  const claims = { ...caller, expires: Date.now() + lifetimeMs };
  const text = `${signer}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
}

/** The private key of a running process. */
function keyOf(exchange: Exchange, service: ServiceName): KeyObject {
  const encoded = exchange.network.environment(service)[serviceVariable(service, 'PRIVATE_KEY')];
  const der = Buffer.from(String(encoded), 'base64');
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

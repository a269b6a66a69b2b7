import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { DEMO_NETWORK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import pg from 'pg';
import type { Exchange } from '../harness/exchange.js';
import { SERVICE_ROUTES, type ServiceRoute } from '../harness/service-routes.js';
import { keyOf, signed } from '../harness/signed-header.js';

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

/** Reaching a service directly gains nothing (design 3). */
export function forgedPrincipalSuite(exchange: () => Exchange): void {
  describe('a service that is called directly', () => {
    let gateway: KeyObject;
    let consent: KeyObject;

    beforeAll(() => {
      gateway = keyOf(exchange(), 'gateway');
      consent = keyOf(exchange(), 'consent');
    });

    const account = (lifetimeMs?: number) => signed('gateway', gateway, ACCOUNT, lifetimeMs);
    const service = (lifetimeMs?: number) => signed('consent', consent, ITSELF, lifetimeMs);
    const withoutSignature = (header: string) => header.slice(0, header.lastIndexOf('.'));

    const send = (route: ServiceRoute, headers: Readonly<Record<string, string>>) => {
      const hasBody = route.method === 'POST' || route.method === 'PUT';
      return fetch(`${exchange().urlOf(route.service)}${route.path}`, {
        method: route.method,
        headers: { ...headers, ...(hasBody && { 'content-type': 'application/json' }) },
        ...(hasBody && { body: '{}' }),
      });
    };

    const FORGERIES: readonly (readonly [
      name: string,
      headers: () => Promise<Record<string, string>> | Record<string, string>,
    ])[] = [
      ['no principal', () => ({})],
      ['an empty one', () => ({ [HEADER]: '' })],
      ['one of words', () => ({ [HEADER]: 'forged.forged' })],
      ['one without a signature', () => ({ [HEADER]: withoutSignature(account()) })],
      ['one with an empty signature', () => ({ [HEADER]: `${withoutSignature(account())}.` })],
      ['one by another key', () => ({ [HEADER]: signed('gateway', STRANGER, ACCOUNT) })],
      ['a service by another key', () => ({ [HEADER]: signed('consent', STRANGER, ITSELF) })],
      ['an account signed by a service', () => ({ [HEADER]: signed('consent', consent, ACCOUNT) })],
      [
        'a service that claims to be the gateway',
        () => ({ [HEADER]: signed('gateway', consent, ACCOUNT) }),
      ],
      ['a signer that has no key', () => ({ [HEADER]: signed('billing', STRANGER, ITSELF) })],
      ['one whose time is over', () => ({ [HEADER]: account(-1) })],
      ['a service whose time is over', () => ({ [HEADER]: service(-1) })],
      [
        'a principal with altered claims',
        () => {
          const [signer = '', mine = '', signature = ''] = account().split('.');
          const claims = Buffer.from(mine, 'base64url')
            .toString()
            .replace(OPERATOR.entityId, QUERYING_BANK.entityId);
          const altered = Buffer.from(claims).toString('base64url');
          return { [HEADER]: `${signer}.${altered}.${signature}` };
        },
      ],
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
    ];

    test('has only routes that these tests cover', () => {
      expect(SERVICE_ROUTES.length).toBeGreaterThan(ROUTE_COUNT_AT_LEAST);
      expect(new Set(SERVICE_ROUTES.map(({ service }) => service))).toEqual(
        new Set(STATEFUL_SERVICE_NAMES),
      );
      expect(SERVICE_ROUTES.some(({ path }) => path.startsWith('/internal/accounts'))).toBe(true);
    });

    test.each(FORGERIES)('rejects on every route, without an effect: %s', async (_name, forge) => {
      const before = await settledCounts();
      const headers = await forge();
      const routes = [...SERVICE_ROUTES, ...unknownRoutes()];
      const answers = await Promise.all(
        routes.map(async (route) => {
          const answer = await send(route, headers);
          return [route, answer.status, await answer.json()] as const;
        }),
      );
      const refusal: unknown = expect.objectContaining({ error_code: 'AUTHENTICATION_REQUIRED' });
      expect(answers).toEqual(routes.map((route) => [route, 401, refusal]));
      expect(await settledCounts()).toEqual(before);
    });

    test('accepts a principal that the gateway signed, until it expires', async () => {
      for (const route of SERVICE_ROUTES) {
        const answer = await send(route, { [HEADER]: account() });
        await answer.text();
        expect([route, answer.status]).not.toEqual([route, 401]);
      }
      const [route] = SERVICE_ROUTES;
      if (!route) throw new Error('there are no routes');
      const headers = { [HEADER]: account(2_000) };
      expect((await send(route, headers)).status).not.toBe(401);
      await eventually(async () => expect((await send(route, headers)).status).toBe(401));
    });

    test('accepts no service as an institution, and no institution as a service', async () => {
      const before = await settledCounts();
      for (const route of SERVICE_ROUTES.filter(({ path }) => path !== CATALOGUE)) {
        const asService = await send(route, { [HEADER]: service() });
        const asAccount = await send(route, { [HEADER]: account() });
        const isForServices = ['/internal/events', '/internal/accounts/resolve'].includes(
          route.path,
        );
        const refused = isForServices ? asAccount : asService;
        // A request without its required parts is rejected for that first.
        expect([route, [401, 403, 422]]).toEqual([route, expect.arrayContaining([refused.status])]);
      }
      expect(await settledCounts()).toEqual(before);
    });

    test('accepts an event only from its source, and resolves accounts only for the gateway', async () => {
      const policy = signed('policy', keyOf(exchange(), 'policy'), ITSELF);
      const event = {
        ...{ id: ANY_ID, type: 'consent.revoked.v2', source: 'consent', subject: ANY_ID },
        ...{ time: new Date().toISOString(), data: '{}' },
      };
      const before = await settledCounts();
      const deliver = (header: string, body: object) =>
        fetch(`${exchange().urlOf('product-query')}/internal/events`, {
          method: 'POST',
          headers: { [HEADER]: header, 'content-type': 'application/json' },
          body: JSON.stringify([body]),
        });
      expect((await deliver(policy, event)).status).toBe(403);
      expect((await deliver(policy, { ...event, source: 'policy' })).status).toBe(403);
      expect((await deliver(service(), { ...event, source: 'policy' })).status).toBe(403);
      const resolved = await fetch(`${exchange().urlOf('entity')}/internal/accounts/resolve`, {
        method: 'POST',
        headers: { [HEADER]: service(), 'content-type': 'application/json' },
        body: JSON.stringify({ subject: OPERATOR.subject, organization: OPERATOR.account }),
      });
      expect(resolved.status).toBe(403);
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

    async function countRows(service: StatefulServiceName): Promise<Record<string, number>> {
      const connectionString = exchange().network.databases.urls.get(service);
      const client = new pg.Client({ connectionString });
      await client.connect();
      try {
        const { rows } = await client.query<{ name: string }>(
          `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name
             FROM information_schema.tables
            WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
            ORDER BY 1`,
        );
        const counts = rows.map(({ name }) => `SELECT '${name}', count(*)::int FROM ${name}`);
        const counted = await client.query<[name: string, rows: number]>({
          text: counts.join(' UNION ALL '),
          rowMode: 'array',
        });
        return Object.fromEntries(counted.rows);
      } finally {
        await client.end();
      }
    }
  });

  describe('the gateway', () => {
    const INTERNAL = [
      '/internal/events',
      '/internal/accounts/resolve',
      '/internal/businesses/resolve',
    ];
    const WRITINGS: readonly ((path: string) => string)[] = [
      (path) => path,
      (path) => `/${path}`,
      (path) => path.replace('internal', 'INTERNAL'),
      (path) => path.replace('internal', '%69nternal'),
      (path) => `/v1/..${path}`,
      (path) => `/v1/%2e%2e${path}`,
      (path) => `/v1/networks/..%2f..${path.replaceAll('/', '%2f')}`,
      (path) => `${path}/`,
      (path) => `${path};x=1`,
    ];

    test.each(INTERNAL)('does not route to %s, in any spelling', async (path) => {
      const token = await exchange().tokenOf(OPERATOR);
      for (const write of WRITINGS) {
        for (const method of ['GET', 'POST']) {
          const answer = await fetch(`${exchange().url}${write(path)}`, {
            method,
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            ...(method === 'POST' && { body: '{}' }),
          });
          // One of the paths is an operation with an id in this place, which is then invalid.
          const isRefused = answer.status === 404 || answer.status === 422;
          expect([method, write(path), isRefused]).toEqual([method, write(path), true]);
          await answer.text();
        }
      }
    });

    test("signs the caller's principal and ignores a submitted one", async () => {
      const token = await exchange().tokenOf(QUERYING_BANK);
      const forged = signed('gateway', keyOf(exchange(), 'gateway'), ACCOUNT);
      // The forged principal may administer networks; the querying bank may not.
      const administration = `/v1/networks/${DEMO_NETWORK.id}/institutions`;
      for (const name of [
        HEADER,
        'X-Principal',
        'X-PRINCIPAL',
        'x_principal',
        'X-Internal-Principal',
      ]) {
        const answer = await fetch(`${exchange().url}${administration}`, {
          headers: { authorization: `Bearer ${token}`, [name]: forged },
        });
        expect([name, answer.status, await answer.json()]).toEqual([
          name,
          403,
          { detail: 'Not enough permissions' },
        ]);
        const unsigned = await fetch(`${exchange().url}${administration}`, {
          headers: { [name]: forged },
        });
        expect(unsigned.status).toBe(401);
        await unsigned.text();
      }
    });
  });
}

/** Unknown paths are rejected as early as known ones. */
function unknownRoutes(): ServiceRoute[] {
  return STATEFUL_SERVICE_NAMES.flatMap((service) => [
    { service, method: 'GET', path: '/' },
    { service, method: 'POST', path: '/internal/nothing' },
  ]);
}

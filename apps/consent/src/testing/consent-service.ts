import { randomBytes, randomUUID } from 'node:crypto';
import type { ConsentState, MembershipRole, Principal } from '@ndx/contracts';
import type { EventEnvelope } from '@ndx/messaging';
import {
  bootService,
  migrateService,
  PRINCIPAL_HEADER,
  PrincipalSigner,
  Sealer,
} from '@ndx/service-kit';
import { createTestDatabase } from '@ndx/testing';
import pg from 'pg';
import { ConsentModule } from '../consent.module.js';
import { startEntity } from './entity-stand-in.js';
import { startStandIn, type StandIn } from './stand-in.js';

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The consent service on a database and a bus of its own, with its two peers stood in. */
export interface ConsentService {
  readonly entity: StandIn;
  readonly productQuery: StandIn;
  readonly sealer: Sealer;
  /** Subjects that entity knows by id, with their network. */
  readonly known: Map<string, string>;
  call(caller: Principal, method: string, path: string, body?: unknown): Promise<Answer>;
  /** What product-query learned of a consent, in order. */
  delivered(consentId: unknown): readonly { readonly type: string; readonly state: ConsentState }[];
  sql(statement: string, parameters?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

const PRINCIPAL_SECRET = 'a key that signs for this suite and nothing else';

export async function startConsentService(): Promise<ConsentService> {
  const [database, bus] = [await createTestDatabase(), await createTestDatabase()];
  const known = new Map<string, string>();
  const entity = await startEntity(known);
  const productQuery = await startStandIn({ '/internal/events': () => undefined });
  const sealingKey = randomBytes(32);
  const env = {
    CONSENT_DATABASE_URL: database.url,
    EMBEDDED_BUS_URL: bus.url,
    ENTITY_URL: entity.url,
    PRODUCT_QUERY_URL: productQuery.url,
    SEALING_KEYS: `suite:${sealingKey.toString('base64')}`,
    PRINCIPAL_SECRET,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
  };
  await migrateService(ConsentModule, env);
  const running = await bootService(ConsentModule, env);
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const signer = new PrincipalSigner(PRINCIPAL_SECRET);

  return {
    entity,
    productQuery,
    known,
    sealer: new Sealer([{ id: 'suite', key: sealingKey }]),
    async call(principal, method, path, body) {
      const response = await fetch(`${running.url}${path}`, {
        method,
        headers: {
          [PRINCIPAL_HEADER]: signer.sign({ kind: 'account', principal }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Answer['body'] };
    },
    delivered: (consentId) =>
      (productQuery.received as EventEnvelope[][])
        .flat()
        .filter(({ subject }) => subject === consentId)
        .map(({ type, data }) => ({ type, state: JSON.parse(data) as ConsentState })),
    sql: async (statement, parameters = []) =>
      (await pool.query<Record<string, unknown>>(statement, [...parameters])).rows,
    async stop() {
      await pool.end();
      await running.close();
      await Promise.all([entity.stop(), productQuery.stop()]);
      await database.drop();
      await bus.drop();
    },
  };
}

/** An account of an institution of its own, with a role in each of the networks. */
export function member(role: MembershipRole, ...networkIds: string[]): Principal {
  return {
    account_id: randomUUID(),
    entity_id: randomUUID(),
    permissions: ['consent:read', 'consent:write'],
    memberships: networkIds.map((network_id) => ({ network_id, roles: [role] })),
  };
}

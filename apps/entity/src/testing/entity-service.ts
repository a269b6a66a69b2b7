import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { MembershipRole, Principal } from '@ndx/contracts';
import {
  bootService,
  migrateService,
  PRINCIPAL_HEADER,
  PrincipalSigner,
  type RunningService,
  type SignedCaller,
} from '@ndx/service-kit';
import { createTestDatabase } from '@ndx/testing';
import { EntityModule } from '../entity.module.js';

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

/** The entity service on a database and a bus of its own. */
export interface EntityService {
  readonly databaseUrl: string;
  /** The embedded bus that it publishes to. */
  readonly busUrl: string;
  /** Calls it as an account, or as a service that acts for itself, and reads the answer. */
  call<Body = Record<string, unknown>>(
    caller: Principal | 'gateway',
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer<Body>>;
  /** Boots one more process of the service on the same database. */
  replica(): Promise<RunningService>;
  stop(): Promise<void>;
}

const PRINCIPAL_SECRET = 'a key that signs for this suite and nothing else';

export const FIRST = { orgId: 'org-first', name: 'First Institution', subject: 'user-first' };

export async function startEntityService(): Promise<EntityService> {
  const [database, bus] = [await createTestDatabase(), await createTestDatabase()];
  const env = {
    ENTITY_DATABASE_URL: database.url,
    EMBEDDED_BUS_URL: bus.url,
    PRINCIPAL_SECRET,
    SEALING_KEYS: `test:${randomBytes(32).toString('base64')}`,
    BLIND_INDEX_KEY: randomBytes(32).toString('hex'),
    MATCH_HASH_KEY: randomBytes(32).toString('hex'),
    BOOTSTRAP_ORG_ID: FIRST.orgId,
    BOOTSTRAP_INSTITUTION: FIRST.name,
    BOOTSTRAP_SUBJECT: FIRST.subject,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
  };
  await migrateService(EntityModule, env);
  const boot = async () => bootService(EntityModule, { ...env, PORT: await freePort() });
  const running = await boot();
  const signer = new PrincipalSigner(PRINCIPAL_SECRET);

  return {
    databaseUrl: database.url,
    busUrl: bus.url,
    replica: boot,
    async call<Body>(
      caller: Principal | 'gateway',
      method: string,
      path: string,
      body?: unknown,
    ): Promise<Answer<Body>> {
      const response = await fetch(`${running.url}${path}`, {
        method,
        headers: {
          [PRINCIPAL_HEADER]: signer.sign(signedCaller(caller)),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: (await response.json()) as Body };
    },
    async stop() {
      await running.close();
      await database.drop();
      await bus.drop();
    },
  };
}

/** An account of an institution of its own, with roles in the given network. */
export function member(networkId: string, ...roles: MembershipRole[]): Principal {
  return {
    account_id: randomUUID(),
    entity_id: randomUUID(),
    permissions: ['entity:search', 'network:admin'],
    memberships: [{ network_id: networkId, roles }],
  };
}

function signedCaller(caller: Principal | 'gateway'): SignedCaller {
  return caller === 'gateway'
    ? { kind: 'service', service: 'gateway' }
    : { kind: 'account', principal: caller };
}

/** A port that was free a moment ago: a service is told its own, and takes no "any". */
async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return String(address.port);
}

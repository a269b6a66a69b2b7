import { randomBytes, randomUUID } from 'node:crypto';
import {
  RecordFurnished,
  type EventDeclaration,
  type MembershipRole,
  type PayloadOf,
  type Principal,
} from '@ndx/contracts';
import { createBus, type EventEnvelope } from '@ndx/messaging';
import {
  bootService,
  createLogger,
  migrateService,
  PRINCIPAL_HEADER,
  PrincipalSigner,
  Sealer,
  type SignedCaller,
} from '@ndx/service-kit';
import { createTestDatabase, eventually } from '@ndx/testing';
import pg from 'pg';
import { FurnishingModule } from '../furnishing.module.js';
import { startEntity, type EntityStandIn } from './entity-stand-in.js';

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export type FurnishedEvent = PayloadOf<typeof RecordFurnished>;

/** The furnishing service on a database and a bus of its own, with entity stood in. */
export interface FurnishingService {
  readonly entity: EntityStandIn;
  readonly sealer: Sealer;
  furnish(caller: Principal, path: string, body: unknown, headers?: object): Promise<Answer>;
  /** Hands it an event as its writer does, and waits until it is applied. */
  deliver<P>(declaration: EventDeclaration<P>, payload: P): Promise<void>;
  /** The events about the institution's records, once there are `count` of them on the bus. */
  eventsOf(furnisher: Principal, count: number): Promise<readonly FurnishedEvent[]>;
  /** Everything in a table about the institution's submissions, as text. */
  stored(furnisher: Principal): Promise<readonly Readonly<Record<string, unknown>>[]>;
  stop(): Promise<void>;
}

const PRINCIPAL_SECRET = 'a key that signs for this suite and nothing else';

const STORED = `
select submission.*, application_date::text, record.id as record_id, record.position,
  record.subject_type, record.subject_id, record.models
from submission left join furnished_record record on record.submission_id = submission.id
where furnishing_entity_id = $1 order by submitted_at, position`;

export async function startFurnishingService(): Promise<FurnishingService> {
  const [database, busDatabase] = [await createTestDatabase(), await createTestDatabase()];
  const entity = await startEntity();
  const sealingKey = randomBytes(32);
  const env = {
    FURNISHING_DATABASE_URL: database.url,
    EMBEDDED_BUS_URL: busDatabase.url,
    ENTITY_URL: entity.url,
    SEALING_KEYS: `suite:${sealingKey.toString('base64')}`,
    PRINCIPAL_SECRET,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'silent',
  };
  await migrateService(FurnishingModule, env);
  const running = await bootService(FurnishingModule, env);
  const signer = new PrincipalSigner(PRINCIPAL_SECRET);
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const bus = createBus({
    kind: 'embedded',
    databaseUrl: busDatabase.url,
    logger: createLogger('furnishing', 'silent'),
  });
  const events: FurnishedEvent[] = [];
  await bus.subscribe({
    group: 'suite',
    topics: [RecordFurnished.topic],
    onBatch: async (batch) => {
      const payloads = batch.events.map(({ envelope }) => JSON.parse(envelope.data) as unknown);
      events.push(...payloads.map((payload) => RecordFurnished.parse(payload)));
    },
  });

  const post = (caller: SignedCaller, path: string, body: unknown, headers: object = {}) =>
    fetch(`${running.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        [PRINCIPAL_HEADER]: signer.sign(caller),
        ...headers,
      },
      body: JSON.stringify(body),
    });

  return {
    entity,
    sealer: new Sealer([{ id: 'suite', key: sealingKey }]),
    async furnish(principal, path, body, headers) {
      const response = await post({ kind: 'account', principal }, path, body, headers);
      return { status: response.status, body: (await response.json()) as Answer['body'] };
    },
    async deliver(declaration, payload) {
      const response = await post(
        { kind: 'service', service: declaration.source },
        '/internal/events',
        [envelopeOf(declaration, payload)],
      );
      if (response.status !== 204) throw new Error(await response.text());
    },
    eventsOf: (furnisher, count) =>
      eventually(() => {
        const own = events.filter((event) => event.furnishing_entity_id === furnisher.entity_id);
        if (own.length < count) throw new Error(`${own.length} of ${count} events have arrived`);
        return own;
      }),
    async stored(furnisher) {
      const { rows } = await pool.query<Record<string, unknown>>(STORED, [furnisher.entity_id]);
      return rows;
    },
    async stop() {
      await running.close();
      await bus.close();
      await pool.end();
      await entity.stop();
      await database.drop();
      await busDatabase.drop();
    },
  };
}

/** An account of an institution of its own, with a role in each of the networks. */
export function member(role: MembershipRole, ...networkIds: string[]): Principal {
  return {
    account_id: randomUUID(),
    entity_id: randomUUID(),
    permissions: ['data:furnish'],
    memberships: networkIds.map((network_id) => ({ network_id, roles: [role] })),
  };
}

function envelopeOf<P>(declaration: EventDeclaration<P>, payload: P): EventEnvelope {
  return {
    id: randomUUID(),
    type: declaration.type,
    source: declaration.source,
    subject: declaration.key(payload),
    time: new Date().toISOString(),
    data: JSON.stringify(payload),
  };
}

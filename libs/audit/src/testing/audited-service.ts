import { newId } from '@ndx/contracts';
import { messagingMigrations, type OutboxEvent } from '@ndx/messaging';
import { createTestDatabase } from '@ndx/testing';
import { DataSource } from 'typeorm';
import { AuditLog } from '../chain/audit-log.js';
import { AuditSeal } from '../chain/audit-seal.js';
import { auditMigrations } from '../migrations/index.js';
import type { ChainVerdict } from '../verify/verdict.js';
import { verifyLog } from '../verify/verify-log.js';

export const KEY = 'a key that chains the audit log of this suite';

/** An event in the chains of these networks. */
export function happened(networks: readonly string[], n = 1): OutboxEvent {
  const key = String(n);
  return {
    topic: 'entity.events',
    key,
    envelope: {
      id: newId(),
      type: 'entity.role-given.v1',
      source: 'entity',
      subject: key,
      time: new Date().toISOString(),
      requestId: `request-${n}`,
      data: JSON.stringify({ networks, n }),
    },
    accountId: newId(),
    auditChains: networks,
  };
}

/** A service's database with an audit log, with operations on it. */
export class AuditedService {
  readonly seal = new AuditSeal(KEY, 'entity');
  readonly log = new AuditLog(this.seal);

  private constructor(
    readonly dataSource: DataSource,
    private readonly dropDatabase: () => Promise<void>,
  ) {}

  static async start(): Promise<AuditedService> {
    const database = await createTestDatabase();
    const dataSource = new DataSource({
      type: 'postgres',
      url: database.url,
      migrations: [...messagingMigrations, ...auditMigrations],
      poolSize: 10,
    });
    await dataSource.initialize();
    await dataSource.runMigrations();
    return new AuditedService(dataSource, () => database.drop());
  }

  async stop(): Promise<void> {
    await this.dataSource.destroy();
    await this.dropDatabase();
  }

  enter(...events: readonly OutboxEvent[]): Promise<void> {
    return this.dataSource.transaction((manager) => this.log.append(manager, events));
  }

  /** Enters that many events in a new chain, in two batches, and returns its id. */
  async chainOf(count: number): Promise<string> {
    const chain = newId();
    const events = Array.from({ length: count }, (_, index) => happened([chain], index + 1));
    await this.enter(...events.slice(0, 2));
    if (count > 2) await this.enter(...events.slice(2));
    return chain;
  }

  /** Runs a statement as a superuser of the database without the key. */
  async tamper(statement: string, values: readonly unknown[] = []): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.query(`set local session_replication_role = 'replica'`);
      await manager.query(statement, [...values]);
    });
  }

  async verdicts(seal = this.seal): Promise<ChainVerdict[]> {
    const verdicts: ChainVerdict[] = [];
    for await (const verdict of verifyLog(this.dataSource, seal)) verdicts.push(verdict);
    return verdicts;
  }

  async verdictOf(chain: string): Promise<ChainVerdict | undefined> {
    return (await this.verdicts()).find((verdict) => verdict.chain === chain);
  }
}

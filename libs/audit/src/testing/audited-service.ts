import { archivePlace } from '@ndx/archive';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@ndx/contracts';
import { CreateMessaging1700000000000, type OutboxEvent } from '@ndx/messaging';
import { createTestDatabase } from '@ndx/testing';
import { useStarted } from '@ndx/testing/use-started';
import { DataSource } from 'typeorm';
import { archiveLog, type ArchivedFile, type UnprovenChain } from '../archive/archive-log.js';
import type { AuditSource } from '../archive/audit-source.js';
import { AuditLog } from '../log/audit-log.js';
import { AuditSeal } from '../log/audit-seal.js';
import { CreateAudit1700000000400 } from '../migrations/1700000000400-create-audit.js';
import type { ChainVerdict } from '../verify/verdict.js';
import { verifyLog } from '../verify/verify-log.js';

const DAY_MS = 86_400_000;

export const KEY = 'a key that chains the audit log of this suite';

/** An event in the chains of these networks. */
export function happened(networks: readonly string[], n = 1, at: Date = new Date()): OutboxEvent {
  const key = String(n);
  return {
    topic: 'entity.events',
    key,
    envelope: {
      id: newId(),
      type: 'entity.role-given.v1',
      source: 'entity',
      subject: key,
      time: at.toISOString(),
      requestId: `request-${n}`,
      data: JSON.stringify({ networks, n }),
    },
    accountId: newId(),
    auditChains: networks,
  };
}

/** An audited service during the tests of a file or block. */
export const useAuditedService = (): AuditedService => useStarted(() => AuditedService.start());

/** A service's database with an audit log, with operations on it. */
export class AuditedService {
  readonly seal = new AuditSeal(KEY, 'entity');
  readonly log = new AuditLog(this.seal);

  private constructor(
    readonly dataSource: DataSource,
    private readonly dropDatabase: () => Promise<void>,
    readonly directory: string,
  ) {}

  /** Its log, with the archive in a folder. */
  get source(): AuditSource {
    return {
      database: this.dataSource,
      seal: this.seal,
      place: archivePlace({ ARCHIVE_LOCATION: this.directory, AWS_ENDPOINT_URL_S3: '' }),
      audited: ['select network_id from audited_row'],
    };
  }

  static async start(): Promise<AuditedService> {
    const database = await createTestDatabase();
    const dataSource = new DataSource({
      type: 'postgres',
      url: database.url,
      migrations: [CreateMessaging1700000000000, CreateAudit1700000000400],
      poolSize: 10,
    });
    await dataSource.initialize();
    await dataSource.runMigrations();
    await dataSource.query('create table audited_row (network_id uuid)');
    const directory = mkdtempSync(join(tmpdir(), 'audit-archive-'));
    return new AuditedService(dataSource, () => database.drop(), directory);
  }

  async stop(): Promise<void> {
    await this.dataSource.destroy();
    await this.dropDatabase();
    rmSync(this.directory, { recursive: true });
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

  /** A chain with entries of 40 days ago, and then entries of today. */
  async agedChain(old: number, young: number): Promise<string> {
    const chain = newId();
    const before = Date.now() - 40 * DAY_MS;
    const aged = Array.from({ length: old }, (_, n) =>
      happened([chain], n + 1, new Date(before + n)),
    );
    const today = Array.from({ length: young }, (_, n) => happened([chain], old + n + 1));
    await this.enter(...aged, ...today);
    return chain;
  }

  /** Archives the entries that are older than 30 days. */
  async archive(): Promise<(ArchivedFile | UnprovenChain)[]> {
    const steps: (ArchivedFile | UnprovenChain)[] = [];
    const before = new Date(Date.now() - 30 * DAY_MS);
    for await (const step of this.archiveBefore(before)) steps.push(step);
    return steps;
  }

  archiveBefore(time: Date): ReturnType<typeof archiveLog> {
    return archiveLog(this.source, time);
  }

  /** Runs a statement as a superuser of the database without the key. */
  async tamper(statement: string, values: readonly unknown[] = []): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.query(`set local session_replication_role = 'replica'`);
      await manager.query(statement, [...values]);
    });
  }

  /** Returns the restoration of the chain to its present end, as by a superuser without the key. */
  async snapshotOf(chain: string): Promise<() => Promise<void>> {
    const [head] = await this.dataSource.query<{ seq: string; hash: string; mac: string }[]>(
      'select seq, hash, mac from audit_head where chain = $1',
      [chain],
    );
    return async () => {
      await this.tamper('delete from audit_entry where chain = $1 and seq > $2', [
        ...[chain, head?.seq],
      ]);
      await this.tamper('update audit_head set seq = $2, hash = $3, mac = $4 where chain = $1', [
        ...[chain, head?.seq, head?.hash, head?.mac],
      ]);
    };
  }

  async verdicts(options: Parameters<typeof verifyLog>[1] = {}): Promise<ChainVerdict[]> {
    const verdicts: ChainVerdict[] = [];
    for await (const verdict of verifyLog(this.source, options)) verdicts.push(verdict);
    return verdicts;
  }

  async verdictOf(
    chain: string,
    options: Parameters<typeof verifyLog>[1] = {},
  ): Promise<ChainVerdict | undefined> {
    return (await this.verdicts(options)).find((verdict) => verdict.chain === chain);
  }
}

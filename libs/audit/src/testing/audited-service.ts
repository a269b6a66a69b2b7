import { archivePlace } from '@ndx/archive';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@ndx/contracts';
import { CreateMessaging1700000000000, type OutboxEvent } from '@ndx/messaging';
import { CompactRange, formatVerifierKey, leafHash, publicBytesOf, verifierKey } from '@ndx/proof';
import { createTestDatabase } from '@ndx/testing';
import { useStarted } from '@ndx/testing/use-started';
import { DataSource } from 'typeorm';
import { archiveLog, type ArchivedFile, type UnprovenLog } from '../archive/archive-log.js';
import type { AuditSource } from '../archive/audit-source.js';
import { AuditLog } from '../log/audit-log.js';
import { LogSigner, LogVerifier } from '../log/log-keys.js';
import { PublicLog } from '../log/public-log.js';
import type { StoredEvents } from '../log/stored-events.js';
import { CreateAudit1700000000400 } from '../migrations/1700000000400-create-audit.js';
import type { LogVerdict } from '../verify/verdict.js';
import { verifyLog } from '../verify/verify-log.js';
import { CreateWitnessed1700000000410 } from '../witness/create-witnessed.js';
import { Member } from './member.js';
import { rewriteLog, type ChangeFacts } from './rewrite-log.js';

const DAY_MS = 86_400_000;

/** The logs of a service with a new key. */
export function signerFor(
  service: string,
  deployment = 'test.example',
  { publicKey, privateKey } = generateKeyPairSync('ed25519'),
): LogSigner {
  const verifier = new LogVerifier(deployment, service, [publicBytesOf(publicKey)]);
  return new LogSigner(verifier, privateKey);
}

/** An event in the logs of these networks. */
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
    auditLogs: networks,
  };
}

/**
 * An audited service during the tests of a file or block.
 * @param stored the events whose data it stores elsewhere
 */
export const useAuditedService = (stored?: StoredEvents): AuditedService =>
  useStarted(() => AuditedService.start(stored));

/** A service's database with an audit log, with operations on it. */
export class AuditedService {
  private readonly keys = generateKeyPairSync('ed25519');
  readonly signer = signerFor('entity', undefined, this.keys);
  readonly log: AuditLog;

  private constructor(
    readonly dataSource: DataSource,
    private readonly dropDatabase: () => Promise<void>,
    readonly directory: string,
    private readonly stored: StoredEvents | undefined,
  ) {
    this.log = new AuditLog(this.signer, stored);
  }

  /** Its log, with the archive in a folder. */
  get source(): AuditSource {
    return {
      database: this.dataSource,
      verifier: this.signer.verifier,
      place: archivePlace({ ARCHIVE_LOCATION: this.directory, AWS_ENDPOINT_URL_S3: '' }),
      audited: ['select network_id from audited_row'],
      stored: this.stored,
    };
  }

  static async start(stored?: StoredEvents): Promise<AuditedService> {
    const database = await createTestDatabase();
    const dataSource = new DataSource({
      type: 'postgres',
      url: database.url,
      migrations: [
        CreateMessaging1700000000000,
        CreateAudit1700000000400,
        CreateWitnessed1700000000410,
      ],
      poolSize: 10,
    });
    await dataSource.initialize();
    await dataSource.runMigrations();
    await dataSource.query('create table audited_row (network_id uuid)');
    const directory = mkdtempSync(join(tmpdir(), 'audit-archive-'));
    return new AuditedService(dataSource, () => database.drop(), directory, stored);
  }

  async stop(): Promise<void> {
    await this.dataSource.destroy();
    await this.dropDatabase();
    rmSync(this.directory, { recursive: true });
  }

  enter(...events: readonly OutboxEvent[]): Promise<void> {
    return this.dataSource.transaction((manager) => this.log.append(manager, events));
  }

  /** Enters that many events in a new log, in two batches, and returns its id. */
  async logOf(count: number): Promise<string> {
    const network = newId();
    const events = Array.from({ length: count }, (_, index) => happened([network], index + 1));
    await this.enter(...events.slice(0, 2));
    if (count > 2) await this.enter(...events.slice(2));
    return network;
  }

  /** A log with entries of 40 days ago, and then entries of today. */
  async agedLog(old: number, young: number): Promise<string> {
    const network = newId();
    const before = Date.now() - 40 * DAY_MS;
    const aged = Array.from({ length: old }, (_, n) =>
      happened([network], n + 1, new Date(before + n)),
    );
    const today = Array.from({ length: young }, (_, n) => happened([network], old + n + 1));
    await this.enter(...aged, ...today);
    return network;
  }

  /** Archives the entries that are older than 30 days. */
  async archive(): Promise<(ArchivedFile | UnprovenLog)[]> {
    const steps: (ArchivedFile | UnprovenLog)[] = [];
    const before = new Date(Date.now() - 30 * DAY_MS);
    for await (const step of this.archiveBefore(before)) steps.push(step);
    return steps;
  }

  archiveBefore(time: Date): ReturnType<typeof archiveLog> {
    return archiveLog(this.source, this.signer, time);
  }

  /** Runs a statement as a superuser of the database without the key. */
  async tamper(statement: string, values: readonly unknown[] = []): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.query(`set local session_replication_role = 'replica'`);
      await manager.query(statement, [...values]);
    });
  }

  /** Writes a log again as its operator can, by default with the service's own key. */
  async rewrite(
    network: string,
    change: ChangeFacts,
    signer: LogSigner = this.signer,
    service?: string,
  ): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await manager.query(`set local session_replication_role = 'replica'`);
      await rewriteLog(manager, signer, network, change, service);
    });
  }

  /** The key that signs the checkpoints of a log. */
  verifierKeyOf(network: string): string {
    const name = this.signer.verifier.originOf(network);
    return formatVerifierKey(verifierKey(name, 'ed25519', publicBytesOf(this.keys.publicKey)));
  }

  /** The signed note of a log. */
  async checkpointOf(network: string): Promise<string> {
    return (await new PublicLog(this.source).checkpoint(network)) ?? '';
  }

  /** A member of the network, with the public keys and the served log. */
  member(network: string): Member {
    return new Member(network, this.signer.verifier, new PublicLog(this.source));
  }

  /** A signed note of the log with as many entries, which it never had. */
  checkpointOfOthers(network: string, size: number): string {
    const tree = new CompactRange();
    while (tree.size < size) tree.append(leafHash(newId()));
    return this.signer.checkpoint(network, tree);
  }

  /** Returns the restoration of the log to its present end, as by a superuser without the key. */
  async snapshotOf(network: string): Promise<() => Promise<void>> {
    const [head] = await this.dataSource.query<Record<string, string>[]>(
      'select size, hashes, checkpoint from audit_head where network = $1',
      [network],
    );
    return async () => {
      await this.tamper('delete from audit_entry where network = $1 and seq > $2', [
        ...[network, head?.['size']],
      ]);
      await this.tamper(
        'update audit_head set size = $2, hashes = $3, checkpoint = $4 where network = $1',
        [network, head?.['size'], head?.['hashes'], head?.['checkpoint']],
      );
    };
  }

  async verdicts(options: Parameters<typeof verifyLog>[1] = {}): Promise<LogVerdict[]> {
    const verdicts: LogVerdict[] = [];
    for await (const verdict of verifyLog(this.source, options)) verdicts.push(verdict);
    return verdicts;
  }

  async verdictOf(
    network: string,
    options: Parameters<typeof verifyLog>[1] = {},
  ): Promise<LogVerdict | undefined> {
    return (await this.verdicts(options)).find((verdict) => verdict.network === network);
  }
}

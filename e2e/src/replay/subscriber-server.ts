import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalPostgres } from '@ndx/local-infra';
import type { TestDatabase } from '@ndx/testing';

/** A Postgres server that a replay can start again: each start is another incarnation. */
export class SubscriberServer {
  private constructor(
    readonly postgres: LocalPostgres,
    private readonly folder: string,
  ) {}

  static async start(): Promise<SubscriberServer> {
    const folder = mkdtempSync(join(tmpdir(), 'ndx-replay-'));
    // Under root Postgres runs as another user, which needs access.
    chmodSync(folder, 0o755);
    const postgres = await LocalPostgres.start({
      dataDir: join(folder, 'server'),
      durable: false,
      log: () => undefined,
    });
    return new SubscriberServer(postgres, folder);
  }

  async restart(): Promise<void> {
    await this.postgres.stop();
    await this.postgres.restart();
  }

  async stop(): Promise<void> {
    await this.postgres.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The database ends with its server. */
export async function databaseOn(server: LocalPostgres, name: string): Promise<TestDatabase> {
  return { url: await server.createDatabase(name), drop: async () => undefined };
}

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { detachStandby, LocalPostgres, startStandby } from '@ndx/local-infra';
import { eventually } from '@ndx/testing';
import pg from 'pg';
import { LoadBalancer } from './load-balancer.js';

const quiet = () => undefined;

/** Whether a commit waits for the standby. */
export type Replication = 'asynchronous' | 'synchronous';

/**
 * A primary and its standby: two real servers, behind an address that follows the primary, like a
 * cluster's service.
 */
export class DatabasePair {
  private standby: LocalPostgres | undefined;
  private servers = 1;

  private constructor(
    private readonly folder: string,
    private readonly address: LoadBalancer,
    private primary: LocalPostgres,
  ) {}

  static async start(folder: string): Promise<DatabasePair> {
    const primary = await LocalPostgres.start(optionsOf(join(folder, 'server-1')));
    const address = await LoadBalancer.open();
    address.add(primary.port);
    return new DatabasePair(folder, address, primary);
  }

  /** Creates the database; returns its address, which is valid for either primary. */
  async createDatabase(name: string): Promise<string> {
    const url = new URL(await this.primary.createDatabase(name));
    url.port = String(this.address.port);
    return url.href;
  }

  /** Starts a standby, and waits until it streams. */
  async addStandby(replication: Replication): Promise<void> {
    this.servers += 1;
    const options = optionsOf(join(this.folder, `server-${this.servers}`));
    this.standby = await startStandby(this.primary, options);
    const names = replication === 'synchronous' ? '*' : '';
    await sql(this.primary, `alter system set synchronous_standby_names = '${names}'`);
    await sql(this.primary, 'select pg_reload_conf()');
    const state = replication === 'synchronous' ? 'sync' : 'async';
    await eventually(
      async () => {
        const rows = await sql(
          this.primary,
          `select 1 from pg_stat_replication where sync_state = '${state}' and state = 'streaming'`,
        );
        if (rows.length === 0) throw new Error(`the standby is not ${state}`);
      },
      { timeoutMs: 30_000 },
    );
  }

  /** Disconnects the standby: later commits are lost by a failover. */
  async cutOff(): Promise<void> {
    const standby = this.requireStandby();
    await sql(standby, `alter system set primary_conninfo = ''`);
    await sql(standby, 'select pg_reload_conf()');
    await eventually(
      async () => {
        const rows = await sql(this.primary, 'select 1 from pg_stat_replication');
        if (rows.length > 0) throw new Error('the standby still streams');
      },
      { timeoutMs: 30_000 },
    );
  }

  /** Kills the primary, and promotes the standby. */
  async failOver(): Promise<void> {
    const standby = this.requireStandby();
    this.address.remove(this.primary.port);
    await this.primary.kill();
    await sql(standby, 'select pg_promote()');
    this.replacePrimary(standby);
  }

  /** Stops the standby: its folder is a copy of the primary's current state. */
  async takeCopy(): Promise<void> {
    await this.requireStandby().stop();
  }

  /** Stops the primary, and starts the copy in its place. */
  async restoreCopy(): Promise<void> {
    const copy = this.requireStandby();
    this.address.remove(this.primary.port);
    await this.primary.stop();
    detachStandby(copy.dataDir);
    await copy.restart();
    this.replacePrimary(copy);
  }

  async stop(): Promise<void> {
    await this.standby?.stop();
    await this.primary.stop();
    await this.address.close();
  }

  private replacePrimary(server: LocalPostgres): void {
    // Processes of a killed server may still write for a moment.
    rmSync(this.primary.dataDir, { recursive: true, force: true, maxRetries: 10 });
    this.primary = server;
    this.standby = undefined;
    this.address.add(server.port);
  }

  private requireStandby(): LocalPostgres {
    if (!this.standby) throw new Error('the pair has no standby');
    return this.standby;
  }
}

function optionsOf(dataDir: string) {
  return { dataDir, log: quiet };
}

async function sql(server: LocalPostgres, statement: string): Promise<readonly object[]> {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  try {
    return (await client.query<object>(statement)).rows;
  } finally {
    await client.end();
  }
}

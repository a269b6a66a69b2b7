import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StatefulServiceName } from '@ndx/contracts';
import { DatabasePair } from './database-pair.js';
import { System, type BusKind } from './system.js';

/** An exchange in which some databases are on a primary with a standby. */
export class FailoverSystem {
  private constructor(
    readonly system: System,
    readonly pair: DatabasePair,
    private readonly folder: string,
  ) {}

  static async start(
    bus: BusKind,
    services: readonly StatefulServiceName[],
  ): Promise<FailoverSystem> {
    const folder = mkdtempSync(join(tmpdir(), 'chaos-pair-'));
    // Under root Postgres runs as another user, which needs access.
    chmodSync(folder, 0o755);
    const pair = await DatabasePair.start(folder);
    try {
      const databaseUrls = new Map<StatefulServiceName, string>();
      for (const service of services) {
        databaseUrls.set(service, await pair.createDatabase(service));
      }
      const system = await System.start(bus, { databaseUrls });
      return new FailoverSystem(system, pair, folder);
    } catch (error) {
      await pair.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.system.stop();
    await this.pair.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

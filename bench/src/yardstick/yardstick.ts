import { join } from 'node:path';
import { kybCertificate } from '@ndx/catalog';
import { freePort, ManagedProcess, projectRoot } from '@ndx/local-infra';
import { DEMO_CLIENT_ID } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';

/** The fastest of 2, 4, 8 and 16 connections. */
const POOL_SIZE = 16;

/** The baseline process of the system; it reads the database of product-query. */
export class Yardstick {
  private constructor(
    readonly url: string,
    private readonly process: ManagedProcess,
  ) {}

  static async start(network: LocalNetwork): Promise<Yardstick> {
    const { identityProvider, databases, dataDir } = network;
    const databaseUrl = databases.urls.get('product-query');
    if (databaseUrl === undefined) throw new Error('product-query has no database');
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const started = await ManagedProcess.start({
      name: 'yardstick',
      entry: join(projectRoot(), 'bench', 'dist', 'yardstick', 'main.js'),
      env: {
        NODE_ENV: 'production',
        PORT: String(port),
        POOL_SIZE: String(POOL_SIZE),
        DATABASE_URL: databaseUrl,
        PRODUCT_ID: kybCertificate.id,
        JWKS_URL: `${identityProvider.url}/${DEMO_CLIENT_ID}`,
        TOKEN_ISSUER: identityProvider.issuer,
        TOKEN_AUDIENCE: DEMO_CLIENT_ID,
      },
      readyUrl: `${url}/health`,
      logFile: join(dataDir, 'logs', 'yardstick.log'),
      log: () => undefined,
    });
    return new Yardstick(url, started);
  }

  get pid(): number {
    if (this.process.pid === undefined) throw new Error('the yardstick does not run');
    return this.process.pid;
  }

  stop(): Promise<void> {
    return this.process.stop();
  }
}

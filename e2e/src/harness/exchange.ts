import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@ndx/contracts';
import { freePort, projectRoot } from '@ndx/local-infra';
import { TraceCollector } from '@ndx/testing';
import { ApiClient, tokenOf } from '@ndx/tools/network/api-client';
import { localUrl } from '@ndx/tools/network/service-environment';
import { LocalNetwork, type LocalNetworkOptions } from '@ndx/tools/network/local-network';
import { localSecrets } from '@ndx/tools/network/local-secrets';
import { addSealingKey } from '@ndx/tools/network/rotate-secrets';
import pg from 'pg';
import { InterfaceDocument } from './interface-document.js';
import { PageServer } from './page-server.js';

/** A demo institution or a demo person. */
interface DemoAccount {
  readonly account: string;
}

/** A request as it is sent; its body can be text that is not JSON. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The JSON of a response, or its text where it is no JSON; undefined for an empty body. */
export function bodyOf(text: string, contentType: string | null): unknown {
  if (text === '') return undefined;
  return contentType?.startsWith('application/json') ? JSON.parse(text) : text;
}

/** The whole system as real processes, with only its HTTP interface. */
export class Exchange {
  private readonly tokens = new Map<string, () => Promise<string>>();
  private readonly pools = new Map<string, pg.Pool>();

  private constructor(
    readonly network: LocalNetwork,
    /** The trace collector of every process. */
    readonly traces: TraceCollector,
    /** A page whose origin may call the gateway. */
    readonly pages: PageServer,
    /** The port at which the operator allows a witness of the audit logs. */
    readonly witnessPort: number,
    private readonly document: InterfaceDocument,
  ) {}

  /**
   * Starts with empty data, without traces of an earlier run.
   * @param name of the folder of its data; exchanges that run at once have different ones
   * @param isInspected whether tests search its logs and traces
   * @param options of the network, in place of those of tests
   */
  static async start(
    bus: 'embedded' | 'kafka',
    name: string,
    isInspected: boolean,
    options: Partial<LocalNetworkOptions> = {},
  ): Promise<Exchange> {
    // Two runs of one checkout need different folders.
    const folder = process.env['E2E_DATA_DIR'] ?? join(projectRoot(), '.cache');
    const dataDir = join(folder, `e2e-${name}-${bus}`);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    const traces = await TraceCollector.start();
    if (isInspected) {
      // The most verbose log level, because tests search the logs for secrets.
      process.env['LOG_LEVEL'] = 'debug';
      process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = traces.url;
    }
    const pages = await PageServer.start();
    process.env['CORS_ORIGINS'] = pages.permittedOrigin;
    const witnessPort = await freePort();
    process.env['WITNESS_ORIGINS'] = `http://127.0.0.1:${witnessPort}`;
    // Two keys, as during a rotation: every process decrypts with either.
    const secrets = join(dataDir, 'secrets.json');
    localSecrets(secrets);
    addSealingKey(secrets, 'newer');
    const network = await LocalNetwork.start({
      dataDir,
      bus,
      gatewayPort: await freePort(),
      identityProviderPort: await freePort(),
      durable: false,
      keepsTraces: true,
      readsLogs: true,
      log: () => undefined,
      ...options,
    });
    traces.forwardTo(network.traceStore?.url);
    return new Exchange(network, traces, pages, witnessPort, await InterfaceDocument.read());
  }

  get url(): string {
    return this.network.addresses.gatewayUrl;
  }

  /** A client with the token of a demo account; every response that it gets must be a declared one. */
  as(institution: DemoAccount): ApiClient {
    return new ApiClient(
      this.url,
      () => this.tokenOf(institution),
      (method, path, { status, body }) => this.requireDeclared(method, path, status, body),
    );
  }

  /** Sends the request with the token; any response is accepted. */
  async send(token: string, { method, path, headers, body }: RawRequest): Promise<RawAnswer> {
    const response = await fetch(new URL(path, this.url), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const { status } = response;
    return { status, headers: response.headers, text: await response.text() };
  }

  /** @throws when the document does not declare the response */
  requireDeclared(method: string, path: string, status: number, body: unknown): void {
    this.document.requireDeclared(method, path, status, body);
  }

  tokenOf({ account }: DemoAccount): Promise<string> {
    const known = this.tokens.get(account);
    const token = known ?? tokenOf(this.network.addresses.tokenUrl, account);
    this.tokens.set(account, token);
    return token();
  }

  /** The address of a service, behind the gateway. */
  urlOf(service: ServiceName): string {
    return localUrl(Number(this.network.environment(service)['PORT']));
  }

  /** The metrics address; the gateway has a separate one. */
  metricsUrlOf(service: ServiceName): string {
    const { PORT, METRICS_PORT = PORT } = this.network.environment(service);
    return localUrl(Number(METRICS_PORT));
  }

  /**
   * Runs a statement in a service's database, for changes that would need time to pass and for
   * facts that the interface does not show. Returns its rows.
   */
  async sql(
    database: string,
    statement: string,
    values: readonly unknown[],
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const pool =
      this.pools.get(database) ??
      new pg.Pool({ connectionString: this.network.databases.postgres.url(database), max: 4 });
    this.pools.set(database, pool);
    const { rows } = await pool.query<Record<string, unknown>>(statement, [...values]);
    return rows;
  }

  async stop(): Promise<void> {
    for (const pool of this.pools.values()) await pool.end();
    await this.network.stop();
    await this.traces.stop();
  }
}

import { newId, serviceVariable, STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { PRINCIPAL_VARIABLES } from '@ndx/service/testing';
import { TokenIssuer } from '@ndx/testing';
import { useStarted } from '@ndx/testing/use-started';
import { bootGateway, type RunningGateway } from '../boot-gateway.js';
import { KeySetServer } from './key-set-server.js';
import { StandInService } from './stand-in-service.js';

export const ACCOUNT = {
  account_id: newId(),
  entity_id: newId(),
  memberships: [{ network_id: newId(), country: 'US', roles: ['querier'] }],
};

/** Claims of a user with an account and every permission. */
export const CLAIMS = { sub: 'user-1', org_id: 'known-organization', role: 'admin' };

/** A gateway during the tests of a file or block. */
export function useGateway(variables: NodeJS.ProcessEnv = {}): GatewayFixture {
  return useStarted(() => GatewayFixture.start(variables));
}

/** A running gateway with an identity provider in front of it and one service behind it. */
export class GatewayFixture {
  private constructor(
    readonly issuer: TokenIssuer,
    readonly keySet: KeySetServer,
    readonly service: StandInService,
    private gateway: RunningGateway,
    /** The variables of the gateway. */
    readonly env: NodeJS.ProcessEnv,
  ) {}

  static async start(variables: NodeJS.ProcessEnv = {}): Promise<GatewayFixture> {
    const issuer = await TokenIssuer.start();
    const keySet = await KeySetServer.start(issuer);
    const service = await StandInService.start();
    service.accounts.set(CLAIMS.org_id, ACCOUNT);
    const urls = STATEFUL_SERVICE_NAMES.map((name) => [serviceVariable(name, 'URL'), service.url]);
    const env: NodeJS.ProcessEnv = {
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'silent',
      // Its specs need no build.
      CONSOLE_ENABLED: 'false',
      ...PRINCIPAL_VARIABLES,
      JWKS_URL: keySet.url,
      CLIENT_ID: issuer.provider.clientId,
      TOKEN_ISSUER: issuer.provider.issuer,
      ...(Object.fromEntries(urls) as Record<string, string>),
      ...variables,
    };
    return new GatewayFixture(issuer, keySet, service, await bootGateway(env), env);
  }

  get url(): string {
    return this.gateway.url;
  }

  /** The gateway's metrics in the Prometheus format. */
  async figures(): Promise<string> {
    return (await fetch(`${this.gateway.metricsUrl ?? ''}/metrics`)).text();
  }

  /** Their address; undefined when they are not served. */
  get metricsUrl(): string | undefined {
    return this.gateway.metricsUrl;
  }

  /** A gateway with empty caches. */
  async restart(variables: NodeJS.ProcessEnv = {}): Promise<void> {
    await this.gateway.close();
    this.gateway = await bootGateway({ ...this.env, ...variables });
  }

  /** An additional gateway, which the test closes. */
  another(variables: NodeJS.ProcessEnv): Promise<RunningGateway> {
    return bootGateway({ ...this.env, ...variables });
  }

  async stop(): Promise<void> {
    await this.gateway.close();
    await Promise.all([this.issuer.stop(), this.keySet.stop(), this.service.stop()]);
  }

  async bearer(claims: Record<string, unknown> = {}): Promise<string> {
    return `Bearer ${await this.issuer.valid({ ...CLAIMS, ...claims })}`;
  }

  get(path: string, authorization?: string, headers: Record<string, string> = {}) {
    return this.send(path, { headers: { ...(authorization && { authorization }), ...headers } });
  }

  send(path: string, init: RequestInit): Promise<Response> {
    return fetch(`${this.url}${path}`, init);
  }
}

/** The status and body of an error. */
export async function seen(response: Promise<Response>) {
  const { status, text } = await response.then(read);
  return { status, body: JSON.parse(text) as unknown };
}

async function read(response: Response) {
  return { status: response.status, text: await response.text() };
}

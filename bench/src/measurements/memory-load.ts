import { ApiClient, tokenOf } from '@ndx/tools/network/api-client';
import { demoBusiness, demoSections } from '@ndx/tools/demo/demo-business';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  QUERYING_BANK,
  type DemoInstitution,
} from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { Pool } from 'undici';
import { inParallel } from '../in-parallel.js';

const CLIENTS = 16;

interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  readonly token: () => Promise<string>;
}

/** Traffic with the same number of requests to every service, all through the gateway. */
export class EvenLoad {
  private constructor(
    private readonly pool: Pool,
    private readonly requests: readonly ((index: number) => Request)[],
  ) {}

  static async connect(network: LocalNetwork, businessIds: readonly string[]): Promise<EvenLoad> {
    const { gatewayUrl } = network.addresses;
    const pool = new Pool(gatewayUrl, { connections: CLIENTS });
    return new EvenLoad(pool, [
      ...readsOf(network, await recordConsent(network)),
      ...traffic(network, businessIds),
    ]);
  }

  /** @throws Error at the first answer that is not 200 */
  run(requestsOfEach: number): Promise<void> {
    const { length } = this.requests;
    return inParallel(CLIENTS, requestsOfEach * length, async (index) => {
      const request = this.requests[index % length]?.(Math.floor(index / length));
      if (request) await this.send(request);
    });
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async send({ method, path, body, token }: Request): Promise<void> {
    const response = await this.pool.request({
      method,
      path,
      headers: {
        authorization: `Bearer ${await token()}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body ?? null,
    });
    if (response.statusCode !== 200)
      throw new Error(`${method} ${path}: ${response.statusCode} ${await response.body.text()}`);
    await response.body.dump();
  }
}

/** One read request for each of consent, entity, policy and attestation. */
function readsOf(network: LocalNetwork, consentId: string): ((index: number) => Request)[] {
  const of = network.addresses.tokenUrl;
  const [querier, furnisher] = [QUERYING_BANK, FIRST_BANK].map(({ account }) =>
    tokenOf(of, account),
  );
  const get =
    (path: string, token = querier) =>
    () => {
      if (token === undefined) throw new Error('nobody to ask');
      return { method: 'GET', path, token } as const;
    };
  return [
    get(`/v1/consent/business/${consentId}`),
    get(
      `/v1/entities/business/search?network_id=${DEMO_NETWORK.id}&business_legal_name=Example%20Hardware%20LLC`,
    ),
    get(`/v1/networks/policies/querying?network_id=${DEMO_NETWORK.id}`),
    get('/v1/institution-attestation', furnisher),
  ];
}

/** A query, and a record about one of the queried businesses. */
function traffic(
  network: LocalNetwork,
  businessIds: readonly string[],
): ((index: number) => Request)[] {
  const token = ({ account }: DemoInstitution) => tokenOf(network.addresses.tokenUrl, account);
  const [querier, furnisher] = [token(QUERYING_BANK), token(FIRST_BANK)];
  return [
    (index) => ({
      method: 'POST',
      path: '/v1/products/kyb_certificate/query',
      body: JSON.stringify({
        network_ids: [DEMO_NETWORK.id],
        business_id: businessIds[index % businessIds.length],
      }),
      token: querier,
    }),
    (index) => ({
      method: 'POST',
      path: '/v1/products/kyb_certificate/furnish',
      body: JSON.stringify({
        network_id: DEMO_NETWORK.id,
        records: [recordOf(`BENCH${index % businessIds.length}`)],
      }),
      token: furnisher,
    }),
  ];
}

function recordOf(registration: string) {
  const performedAt = new Date(Date.now() - 60_000).toISOString();
  const verification = { performedAt, source: 'registry', operatingCity: 'Cambridge' };
  return {
    business_identity: demoBusiness(registration),
    ...demoSections(registration, verification),
  };
}

async function recordConsent(network: LocalNetwork): Promise<string> {
  const { gatewayUrl, tokenUrl } = network.addresses;
  const client = new ApiClient(gatewayUrl, tokenOf(tokenUrl, QUERYING_BANK.account));
  const { status, body } = await client.post('/v1/consent/business', {
    network_id: DEMO_NETWORK.id,
    did_gather_consent_from_business_prior: true,
    business_consent_identity: demoBusiness('BENCH0'),
  });
  if (status !== 200) throw new Error(`no consent: ${JSON.stringify(body)}`);
  return (body as { consent_id: string }).consent_id;
}

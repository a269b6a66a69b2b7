import { randomUUID } from 'node:crypto';
import { stableId } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { demoBusiness, demoSections } from '@ndx/tools/demo/demo-business';
import type { ApiAnswer } from '@ndx/tools/network/api-client';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  type DemoInstitution,
} from '@ndx/tools/network/demo-network';
import { expect } from '@jest/globals';
import type { Exchange } from './exchange.js';

export const KYB_PRODUCT_ID = stableId('product', 'kyb_certificate');
export const QUERY = '/v1/products/kyb_certificate/query';
export const FURNISH = '/v1/products/kyb_certificate/furnish';
export const IDENTITY = 'business_identity_verification';

export interface FurnishOptions {
  readonly by?: DemoInstitution;
  readonly networkId?: string;
  /** Days before now of its verification. */
  readonly daysAgo?: number;
  readonly source?: string;
  /** Removes or changes fields of the identity section's data. */
  readonly identityData?: Readonly<Record<string, unknown>>;
  readonly headers?: Record<string, string>;
}

/** A new business, with operations on it. */
export class TestBusiness {
  readonly registration = `E2E${randomUUID().replaceAll('-', '').slice(0, 20)}`;

  constructor(private readonly exchange: Exchange) {}

  get identity() {
    return demoBusiness(this.registration);
  }

  /** Furnishes all three sections; returns the business's id in that network. */
  async furnish(options: FurnishOptions = {}): Promise<string> {
    const {
      by = FIRST_BANK,
      networkId = DEMO_NETWORK.id,
      daysAgo = 1,
      source = 'registry',
    } = options;
    const sections = demoSections(this.registration, {
      performedAt: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
      source,
      operatingCity: 'Cambridge',
    });
    const identity = sections[IDENTITY];
    const record = {
      business_identity: this.identity,
      ...sections,
      [IDENTITY]: { ...identity, data: { ...identity.data, ...options.identityData } },
    };
    const answer = await this.exchange
      .as(by)
      .post(FURNISH, { network_id: networkId, records: [record] }, options.headers);
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    return (answer.body as { results: [{ business_id: string }] }).results[0].business_id;
  }

  async consent(change: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const answer = await this.exchange.as(QUERYING_BANK).post('/v1/consent/business', {
      network_id: DEMO_NETWORK.id,
      did_gather_consent_from_business_prior: true,
      business_consent_identity: this.identity,
      ...change,
    });
    expect(answer).toMatchObject({ status: 200 });
    return (answer.body as { consent_id: string }).consent_id;
  }
}

/** Creates and configures a querying policy of the demo network; returns its id. */
export async function aPolicy(
  exchange: Exchange,
  configuration: Readonly<Record<string, unknown>>,
  networkId: string = DEMO_NETWORK.id,
): Promise<string> {
  const operator = exchange.as(OPERATOR);
  const created = await operator.post('/v1/networks/policies/querying', {
    product_id: KYB_PRODUCT_ID,
    network_id: networkId,
    name: `policy ${randomUUID()}`,
  });
  expect(created).toMatchObject({ status: 200 });
  const { id } = created.body as { id: string };
  expect(
    await operator.put(`/v1/networks/policies/querying/${id}/configuration`, {
      status: 'published',
      ...configuration,
    }),
  ).toMatchObject({
    status: 200,
  });
  return id;
}

/**
 * Queries as the querying bank until the answer is as expected: furnished data takes up to a
 * second.
 */
export async function queryUntil(
  exchange: Exchange,
  query: Readonly<Record<string, unknown>>,
  isAwaited: (answer: ApiAnswer) => void,
): Promise<ApiAnswer> {
  const client = exchange.as(QUERYING_BANK);
  return eventually(async () => {
    const answer = await client.post(QUERY, { network_ids: [DEMO_NETWORK.id], ...query });
    isAwaited(answer);
    return answer;
  });
}

export function isIssued(answer: ApiAnswer): void {
  expect(answer.status).toBe(200);
}

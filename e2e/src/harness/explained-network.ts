import { randomUUID } from 'node:crypto';
import { eventually } from '@ndx/testing';
import { demoBusiness, demoSections } from '@ndx/tools/demo/demo-business';
import { expect } from '@jest/globals';
import { FURNISH, IDENTITY, KYB_PRODUCT_ID, QUERY } from './business.js';
import type { Exchange } from './exchange.js';
import { aNetwork, aParticipant, succeed, type Participant } from './participant.js';

export interface ExplainedSection {
  readonly model_name: string;
  readonly code: string;
  readonly explanation: string;
  readonly fields: readonly object[];
  readonly limits: readonly object[];
  readonly records: readonly { readonly furnishing_entity_id: string }[];
}

/** A network with a governor, a querier and two furnishers, to explain queries in. */
export class ExplainedNetwork {
  private constructor(
    private readonly exchange: Exchange,
    readonly networkId: string,
    readonly governor: Participant,
    readonly querier: Participant,
    readonly first: Participant,
    readonly second: Participant,
  ) {}

  static async make(exchange: Exchange): Promise<ExplainedNetwork> {
    const networkId = await aNetwork(exchange);
    const governor = await aParticipant(exchange, networkId, 'governor');
    const querier = await aParticipant(exchange, networkId, 'querier');
    const first = await aParticipant(exchange, networkId, 'furnisher');
    const second = await aParticipant(exchange, networkId, 'furnisher');
    return new ExplainedNetwork(exchange, networkId, governor, querier, first, second);
  }

  /** A business that both furnishers verified, the first one later, known to queries; its id. */
  async aBusiness(registration: string): Promise<string> {
    const id = await this.furnish(this.first, registration, 1);
    await this.furnish(this.second, registration, 2);
    await eventually(async () => {
      const sql = 'select from kyb_section where business_id = $1 and model = $2';
      expect(await this.exchange.sql('product-query', sql, [id, IDENTITY])).toHaveLength(2);
    });
    return id;
  }

  private async furnish(by: Participant, registration: string, daysAgo: number): Promise<string> {
    const sections = demoSections(registration, {
      performedAt: new Date(Date.now() - daysAgo * 86_400_000).toISOString(),
      source: 'registry',
      operatingCity: 'Cambridge',
    });
    const identity = sections[IDENTITY];
    const record = {
      business_identity: demoBusiness(registration),
      [IDENTITY]: { ...identity, data: { ...identity.data, business_website_url: null } },
    };
    const { results } = await succeed(
      by.client.post(FURNISH, { network_id: this.networkId, records: [record] }),
    );
    return (results as [{ business_id: string }])[0].business_id;
  }

  /** A published policy with one selection, of the identity section; its id. */
  async aPolicy(selection: object): Promise<string> {
    const { id } = await succeed(
      this.governor.client.post('/v1/networks/policies/querying', {
        product_id: KYB_PRODUCT_ID,
        network_id: this.networkId,
        name: `policy ${randomUUID()}`,
      }),
    );
    await succeed(
      this.governor.client.put(`/v1/networks/policies/querying/${String(id)}/configuration`, {
        status: 'published',
        model_selections: [{ model_name: IDENTITY, ...selection }],
      }),
    );
    return String(id);
  }

  async aConsent(registration: string, change: object = {}): Promise<Record<string, unknown>> {
    return succeed(
      this.querier.client.post('/v1/consent/business', {
        network_id: this.networkId,
        did_gather_consent_from_business_prior: true,
        business_consent_identity: demoBusiness(registration),
        ...change,
      }),
    );
  }

  /** Queries as the querier; the `X-Ref-Id`. */
  async query(body: object): Promise<string> {
    const answer = await this.querier.client.post(QUERY, {
      network_ids: [this.networkId],
      ...body,
    });
    expect([200, 204]).toContain(answer.status);
    return String(answer.headers.get('x-ref-id'));
  }

  /** The explanation of the identity section to the querier or to the governor. */
  async explain(reference: string, reader: 'querier' | 'governor'): Promise<ExplainedSection> {
    const { client } = this[reader];
    const body = await succeed(client.get(`/v1/query-events/${reference}/explanation`));
    const sections = body['sections'] as readonly ExplainedSection[];
    const section = sections.find(({ model_name }) => model_name === IDENTITY);
    if (!section) throw new Error('the section is not explained');
    return section;
  }
}

import { randomUUID } from 'node:crypto';
import { eventually } from '@ndx/testing';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import { demoBusiness, demoSections } from '@ndx/tools/demo/demo-business';
import { expect } from '@jest/globals';
import { FURNISH, IDENTITY, KYB_PRODUCT_ID, QUERY } from './business.js';
import type { Exchange } from './exchange.js';
import { aNetwork, aParticipant, succeed, type Participant } from './participant.js';

export interface ExplainedSection {
  readonly model_name: string;
  readonly code: string;
  readonly explanation: string;
  readonly fields: readonly { readonly field_name: string }[];
  readonly limits: readonly { readonly code: string }[];
  readonly records: readonly {
    readonly furnishing_entity_id: string;
    readonly field_name: string | null;
  }[];
}

export interface ExplainedQuery {
  readonly code: string;
  readonly networks: readonly { readonly policy_version: number | null }[];
  readonly sections: readonly ExplainedSection[];
}

/** The explanation of a query to one of its readers. */
export async function explanationFor(
  { client }: Participant,
  reference: string,
): Promise<ExplainedQuery> {
  const { status, body } = await client.get(`/v1/query-events/${reference}/explanation`);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as ExplainedQuery;
}

/** Runs the function while the decision on a query is missing, as in queries of earlier versions. */
export async function withoutDecision(
  exchange: Exchange,
  reference: string,
  run: () => Promise<void>,
): Promise<void> {
  const [row] = await exchange.sql(
    'product-query',
    'select decision from query_event where query_event_id = $1',
    [reference],
  );
  const decide = (decision: unknown) =>
    exchange.sql(
      'product-query',
      'update query_event set decision = $2 where query_event_id = $1',
      [reference, decision],
    );
  await decide(null);
  try {
    await run();
  } finally {
    await decide(row?.['decision']);
  }
}

/** The records state the jurisdiction in the identity of the business alone. */
const UNSTATED = { business_website_url: null, business_jurisdiction_of_formation: null };

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

  /** A business that both furnishers verified, the first one later or both at a time, known to queries; its id. */
  async aBusiness(registration: string, performedAt?: string): Promise<string> {
    const id = await this.furnish(this.first, registration, performedAt ?? daysAgo(1));
    await this.furnish(this.second, registration, performedAt ?? daysAgo(2));
    await eventually(async () => {
      const sql = 'select from kyb_section where business_id = $1 and model = $2';
      expect(await this.exchange.sql('product-query', sql, [id, IDENTITY])).toHaveLength(2);
    });
    return id;
  }

  private async furnish(
    by: Participant,
    registration: string,
    performedAt: string,
  ): Promise<string> {
    const sections = demoSections(registration, {
      performedAt,
      source: 'registry',
      operatingCity: 'Cambridge',
    });
    const identity = sections[IDENTITY];
    const record = {
      business_identity: demoBusiness(registration),
      [IDENTITY]: { ...identity, data: { ...identity.data, ...UNSTATED } },
    };
    const { results } = await succeed(
      by.client.post(FURNISH, { network_id: this.networkId, records: [record] }),
    );
    return (results as [{ business_id: string }])[0].business_id;
  }

  /** Another network, in which only the querier has a role; its id. */
  async anotherNetwork(): Promise<string> {
    const networkId = await aNetwork(this.exchange);
    const path = `/v1/networks/${networkId}/memberships/${this.querier.entityId}`;
    await succeed(this.exchange.as(OPERATOR).put(path, { roles: ['querier'] }));
    await eventually(() =>
      succeed(this.querier.client.get(`/v1/networks/policies/querying?network_id=${networkId}`)),
    );
    return networkId;
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
    const { sections } = await explanationFor(this[reader], reference);
    const section = sections.find(({ model_name }) => model_name === IDENTITY);
    if (!section) throw new Error('the section is not explained');
    return section;
  }
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

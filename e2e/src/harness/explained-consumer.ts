import type { Template } from '@ndx/catalog';
import { eventually } from '@ndx/testing';
import { expect } from '@jest/globals';
import type { Exchange } from './exchange.js';
import { explanationFor, type ExplainedNetwork } from './explained-network.js';
import { succeed, type Participant } from './participant.js';
import { inNetwork, TemplateSubject } from './template-subject.js';

type Values = Readonly<Record<string, unknown>>;

/** A template or bundle that is queried, and the template under which its data is furnished. */
export interface QueriedTemplate {
  readonly asked: Template;
  readonly furnished: Template;
}

/** A consumer whose queries are explained, in a network of its own participants. */
export class ExplainedConsumer {
  private readonly subject: TemplateSubject;
  private policyId: string | undefined;

  constructor(
    private readonly exchange: Exchange,
    private readonly network: ExplainedNetwork,
    private readonly template: QueriedTemplate,
  ) {
    this.subject = new TemplateSubject(exchange);
  }

  /** The example values of the furnished template, without those of some fields. */
  async furnish(by: Participant, without: readonly string[] = []): Promise<void> {
    const { networkId } = this.network;
    const { path, body, headers } = this.subject.furnishRequest(this.template.furnished, {
      networkId,
    });
    const known = Object.entries(body).filter(([name]) => !without.includes(name));
    const sent = { ...Object.fromEntries(known), network_furnisher_id: undefined };
    await succeed(by.client.post(path, sent, headers));
  }

  /** Waits until queries read the values of that many furnishers. */
  async untilKnown(consumerId: string, furnishers: number): Promise<void> {
    const sql = 'select distinct furnishing_entity_id from template_value where subject_id = $1';
    await eventually(async () => {
      const found = await this.exchange.sql('product-query', sql, [consumerId]);
      expect(found).toHaveLength(furnishers);
    });
  }

  async consent(change: Values = {}): Promise<Values> {
    const request = { network_id: this.network.networkId, ...change };
    return succeed(
      this.network.querier.client.post(
        '/v1/consent/consumer',
        this.subject.consentRequest(request),
      ),
    );
  }

  /** Queries in the network, or in every network of the querier; the `X-Ref-Id`. */
  async query(
    headers: Record<string, string> = inNetwork(this.network.networkId),
  ): Promise<string> {
    const { path, body } = this.subject.queryRequest(this.template.asked);
    const answer = await this.network.querier.client.post(path, body, headers);
    expect([200, 204]).toContain(answer.status);
    return String(answer.headers.get('x-ref-id'));
  }

  /** Queries under a default policy of the network with this selection; the `X-Ref-Id`. */
  async queryUnder(selection: object): Promise<string> {
    const version = await this.govern(selection);
    return eventually(async () => {
      const reference = await this.query();
      const { networks } = await explanationFor(this.network.querier, reference);
      expect(networks).toMatchObject([{ policy_version: version }]);
      return reference;
    });
  }

  /** The version of the network's default policy on the template that has the selection. */
  private async govern(selection: object): Promise<unknown> {
    const { client } = this.network.governor;
    const collection = '/v1/networks/policies/querying';
    const { id: product_id, slug } = this.template.asked;
    const named = { product_id, network_id: this.network.networkId, name: `policy on ${slug}` };
    this.policyId ??= String((await succeed(client.post(collection, named)))['id']);
    const { version } = await succeed(
      client.put(`${collection}/${this.policyId}/configuration`, {
        status: 'published',
        is_default: true,
        model_selections: [{ model_name: slug, ...selection }],
      }),
    );
    return version;
  }
}

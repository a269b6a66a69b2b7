import { randomUUID } from 'node:crypto';
import { demoBusiness } from '@ndx/tools/demo/demo-business';
import type { ApiClient } from '@ndx/tools/network/api-client';
import { DEMO_NETWORK, FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { expect } from '@jest/globals';
import { FURNISH, IDENTITY, isIssued, queryUntil } from './business.js';
import type { Exchange } from './exchange.js';

/** A new business, whose records by one furnisher replace each other. */
export class CorrectedBusiness {
  readonly identity = demoBusiness(`CORR${randomUUID().replaceAll('-', '').slice(0, 20)}`);

  constructor(private readonly furnisher: ApiClient) {}

  /** Furnishes a record with that entity type; returns its id. */
  async furnish(
    entityType: string,
    { daysAgo = 1, ...changes }: { daysAgo?: number; corrects_record_id?: string } = {},
  ): Promise<string> {
    const performed = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    const section = {
      assertions: { [`${IDENTITY}_performed_timestamp`]: performed },
      data: { business_entity_type: entityType },
    };
    const record = { business_identity: this.identity, [IDENTITY]: section, ...changes };
    const body = { network_id: DEMO_NETWORK.id, records: [record] };
    const answer = await this.furnisher.post(FURNISH, body);
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    return (answer.body as { results: [{ record_id: string }] }).results[0].record_id;
  }

  /** Records the consent of the business as another institution; returns its id. */
  async consent(querier: ApiClient): Promise<string> {
    const answer = await querier.post('/v1/consent/business', {
      network_id: DEMO_NETWORK.id,
      did_gather_consent_from_business_prior: true,
      business_consent_identity: this.identity,
    });
    expect(answer).toMatchObject({ status: 200 });
    return (answer.body as { consent_id: string }).consent_id;
  }

  async withdraw(id: string): Promise<void> {
    const answer = await this.furnisher.post(`/v1/records/${id}/withdraw`, { reason: 'outdated' });
    expect(answer).toMatchObject({ status: 200 });
  }
}

/** The query of a business, whose used record is corrected afterwards. */
export async function aCorrectedAnswer(exchange: Exchange): Promise<string> {
  const business = new CorrectedBusiness(exchange.as(FIRST_BANK));
  const record = await business.furnish('llc');
  const consent_id = await business.consent(exchange.as(QUERYING_BANK));
  const { headers } = await queryUntil(exchange, { consent_id }, isIssued);
  await business.furnish('corporation', { corrects_record_id: record });
  return String(headers.get('x-ref-id'));
}

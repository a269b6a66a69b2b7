import { demoBusiness, demoSections } from '@ndx/tools/demo/demo-business';
import { DEMO_NETWORK, FIRST_BANK } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { BankClient } from './bank-client.js';

const BATCH = 100;

/** The exchange's response to one batch. */
export interface Furnished {
  readonly submissionId: string;
  /** The records in the order of the request. */
  readonly records: readonly { readonly recordId: string; readonly businessId: string }[];
}

interface Answer {
  readonly submission_id: string;
  readonly results: readonly { readonly record_id: string; readonly business_id: string }[];
}

/** Request bodies with this many records each, about new businesses, with all three sections. */
export function newBatches(name: string, records: number, perBatch = BATCH): string[] {
  return Array.from({ length: Math.ceil(records / perBatch) }, (_, batch) => {
    const first = batch * perBatch;
    const length = Math.min(perBatch, records - first);
    return batchOf(Array.from({ length }, (_, place) => `${name}-${first + place}`));
  });
}

/** A request body with a record about each business. */
export function batchOf(registrations: readonly string[]): string {
  const verification = {
    performedAt: new Date(Date.now() - 60_000).toISOString(),
    source: 'registry',
    operatingCity: 'Cambridge',
  };
  return JSON.stringify({
    network_id: DEMO_NETWORK.id,
    records: registrations.map((registration) => ({
      business_identity: demoBusiness(registration),
      ...demoSections(registration, verification),
    })),
  });
}

/** @throws Error unless every record is accepted */
export async function furnishBatch(client: BankClient, body: string): Promise<Furnished> {
  const text = await client.send('POST', '/v1/products/kyb_certificate/furnish', body);
  if (!text.includes('"success":true')) throw new Error(`records were rejected: ${text}`);
  const { submission_id: submissionId, results } = JSON.parse(text) as Answer;
  return {
    submissionId,
    records: results.map(({ record_id: recordId, business_id: businessId }) => ({
      recordId,
      businessId,
    })),
  };
}

/** Furnishes `count` businesses, `BENCH-0` and so on. @returns their ids */
export async function furnishBusinesses(network: LocalNetwork, count: number): Promise<string[]> {
  const client = BankClient.connect(network, FIRST_BANK, 1);
  const ids: string[] = [];
  for (const body of newBatches('BENCH', count)) {
    const { records } = await furnishBatch(client, body);
    ids.push(...records.map(({ businessId }) => businessId));
  }
  await client.close();
  return ids;
}

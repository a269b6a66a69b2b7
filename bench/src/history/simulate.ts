import { completeSelections, kybCertificate } from '@ndx/catalog';
import { simulateCertificate } from '@ndx/product-query/domain/replay/simulate';
import { ApiClient, tokenOf } from '@ndx/tools/network/api-client';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { inParallel } from '../in-parallel.js';
import type { History } from './past-queries.js';

/** A draft policy under which each query still has a result, without one of its three sections. */
const DRAFT = [{ model_name: 'business_risk_compliance_assessment', is_enabled: false }];

const EXPECTED = ['chosen', 'chosen', 'not_enabled'];

/** Simulates queries with the pure function that the endpoint calls, one after the other. */
export function simulateInProcess({ queries, records }: History): void {
  const draft = completeSelections(kybCertificate, DRAFT);
  for (const query of queries) {
    const simulation = simulateCertificate(query, records, draft);
    check(
      simulation.outcome,
      simulation.records.map(({ simulated }) => simulated),
    );
  }
}

/** Simulates queries by `POST /v1/query-events/{query_event_id}/replay`; each is audited. */
export async function simulateByEndpoint(
  network: LocalNetwork,
  { queries }: History,
  clients: number,
): Promise<void> {
  const { gatewayUrl, tokenUrl } = network.addresses;
  const governor = new ApiClient(gatewayUrl, tokenOf(tokenUrl, OPERATOR.account));
  await inParallel(clients, queries.length, async (index) => {
    const id = queries[index]?.event.query_event_id ?? '';
    const { status, body } = await governor.post(`/v1/query-events/${id}/replay`, {
      model_selections: DRAFT,
    });
    if (status !== 200) throw new Error(`a simulation was answered with ${status}`);
    const { simulation } = body as {
      simulation: { simulated_outcome: string; records: { simulated_code: string }[] };
    };
    check(
      simulation.simulated_outcome,
      simulation.records.map(({ simulated_code: code }) => code),
    );
  });
}

/** @throws Error when the draft was not applied */
function check(outcome: string, verdicts: readonly string[]): void {
  const found = [...verdicts].sort().join(' ');
  if (outcome !== 'issued' || found !== EXPECTED.join(' ')) {
    throw new Error(`a simulation has the outcome ${outcome} and the verdicts ${found}`);
  }
}

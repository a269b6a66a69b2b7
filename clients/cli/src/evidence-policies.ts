import {
  NdxError,
  type NdxClient,
  type QueryEvidence,
  type QueryingPolicyVersion,
} from '@ndx/client';
import { table } from './output.js';
import { simulationPhrase, testsText } from './summary-text.js';

const NOT_READABLE = [403, 404];

/** The policies of each network, each before those of the data sets that a bundle read there. */
export function appliedPolicies({ query_event, networks }: QueryEvidence) {
  return networks.flatMap(({ data_sets, ...network }) => [
    { ...network, model_name: query_event.product_slug },
    ...data_sets.map((part) => ({ ...part, network_id: network.network_id })),
  ]);
}

/** The versions of the policies that decided a query, as far as the reader may read them. */
export async function policyVersionsOf(
  ndx: NdxClient,
  evidence: QueryEvidence,
): Promise<QueryingPolicyVersion[]> {
  const read = appliedPolicies(evidence).map(async ({ policy_id, policy_version: version }) => {
    if (policy_id === null || version === null) return [];
    try {
      return [(await ndx.readQueryingPolicyVersion({ path: { policy_id, version } })).data];
    } catch (error) {
      if (error instanceof NdxError && NOT_READABLE.includes(error.status)) return [];
      throw error;
    }
  });
  return (await Promise.all(read)).flat();
}

/** The break-glass publications among the versions that decided a query. */
export function breakGlassText(evidence: QueryEvidence): string[] {
  const rows = appliedPolicies(evidence).flatMap(
    ({ policy_id, policy_version, policy_break_glass: published }) =>
      published === null
        ? []
        : [
            [
              ...[policy_id, policy_version, published.account_id, published.entity_id],
              ...[published.published_at, published.reason],
            ],
          ],
  );
  if (rows.length === 0) return [];
  return [
    '',
    table(['BREAK-GLASS', 'VERSION', 'ACCOUNT', 'INSTITUTION', 'AT', 'REASON'], rows, ''),
  ];
}

/** Who wrote and who approved the versions that were drafts; only governors read it. */
export function approvalsText(versions: readonly QueryingPolicyVersion[]): string[] {
  const rows = versions.flatMap(({ policy_id, version, draft }) =>
    draft === null
      ? []
      : [
          [
            ...[policy_id, version, draft.author_account_id],
            draft.approval?.account_id,
            ...[draft.approval?.approved_at, draft.approval?.summary.effect],
            draft.approval && simulationPhrase(draft.approval.summary),
            draft.approval && testsText(draft.approval.summary),
            draft.approval?.summary_digest,
          ],
        ],
  );
  if (rows.length === 0) return [];
  return [
    '',
    table(
      [
        'POLICY',
        'VERSION',
        'AUTHOR',
        'APPROVED BY',
        'AT',
        'EFFECT',
        'SIMULATION',
        'TESTS',
        'SUMMARY',
      ],
      rows,
      '',
    ),
  ];
}

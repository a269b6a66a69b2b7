import { Stack, Text } from '@mantine/core';
import type {
  QueryEvidence,
  SummaryFigures,
  VersionApproval,
  VersionBreakGlass,
} from '@ndx/client';
import { Account } from '../parts/account.js';
import { DataTable, Empty } from '../parts/data-table.js';
import type { NameOf } from '../parts/names.js';
import { Panel } from '../parts/page.js';
import { Id, Moment, NoValue } from '../parts/values.js';
import { inWords, plural } from '../parts/words.js';
import { PolicyLink } from '../queries/policy-link.js';

interface AppliedRulesProps {
  readonly evidence: QueryEvidence;
  readonly nameOf: NameOf;
}

/** The policy and the consent that decided a query, with the approval of the policy's version. */
export function AppliedRules({ evidence, nameOf }: AppliedRulesProps) {
  return (
    <Panel title="Rules that applied">
      <DataTable
        label="Rules that applied"
        rows={rulesIn(evidence)}
        keyOf={({ network_id: network, model_name }) => `${network} ${model_name}`}
        minWidth={900}
        empty={<Empty title="No rules are recorded">The decision was not recorded.</Empty>}
        columns={[
          { header: 'Network', cell: ({ network_id: network }) => nameOf(network) },
          { header: 'Data set', cell: ({ model_name }) => inWords(model_name) },
          {
            header: 'Policy',
            cell: ({ policy_id: id, policy_version: version }) =>
              id === null ? 'Built-in' : <PolicyLink policyId={id} version={version} />,
          },
          {
            header: 'Approved by',
            cell: ({ policy_approval: approval, policy_break_glass: breakGlass }) => (
              <Stack gap={4}>
                {approval === null ? (
                  <NoValue>no approval</NoValue>
                ) : (
                  <Approval approval={approval} nameOf={nameOf} />
                )}
                {breakGlass && <BreakGlass publication={breakGlass} nameOf={nameOf} />}
              </Stack>
            ),
          },
          {
            header: 'Consent',
            cell: ({ model_name, consent_id: id, consent_revision: revision }) =>
              id === null ? (
                <NoValue>
                  {model_name === evidence.query_event.product_slug ? 'none' : 'none of its own'}
                </NoValue>
              ) : (
                <>
                  <Id value={id} /> revision {revision}
                </>
              ),
          },
        ]}
      />
    </Panel>
  );
}

/** The rules of each network, each before those of the data sets that a bundle read there. */
function rulesIn({ query_event, networks }: QueryEvidence) {
  return networks.flatMap(({ data_sets, ...network }) => [
    { ...network, model_name: query_event.product_slug },
    ...data_sets.map((part) => ({ ...part, network_id: network.network_id })),
  ]);
}

interface ApprovalProps {
  readonly approval: VersionApproval;
  readonly nameOf: NameOf;
}

/** Which account approved the version of a policy, when, and what it would do to answers. */
function Approval({ approval, nameOf }: ApprovalProps) {
  return (
    <Stack gap={2}>
      <span>
        {nameOf(approval.entity_id)} <Moment at={approval.approved_at} />
      </span>
      {approval.account_id !== null && (
        <span>
          Account <Account accountId={approval.account_id} />
        </span>
      )}
      <span>{inWords(approval.effect)}</span>
      {approval.figures && <Figures figures={approval.figures} />}
    </Stack>
  );
}

interface BreakGlassProps {
  readonly publication: VersionBreakGlass;
  readonly nameOf: NameOf;
}

/** A publication without the required approval, or although tests failed; governors see its reason. */
function BreakGlass({ publication, nameOf }: BreakGlassProps) {
  return (
    <Stack gap={2}>
      <Text size="sm" c="red" fw={600}>
        Published in an emergency
      </Text>
      <span>
        {nameOf(publication.entity_id)} <Moment at={publication.published_at} />
      </span>
      {publication.account_id !== null && (
        <span>
          Account <Account accountId={publication.account_id} />
        </span>
      )}
      {publication.reason !== null && <span>{publication.reason}</span>}
    </Stack>
  );
}

/** What the approved summary counted; only governors read it. */
function Figures({ figures }: { readonly figures: SummaryFigures }) {
  const { simulation, tests_passed: passed, tests_failed: failed } = figures;
  return (
    <>
      <span>
        {simulation
          ? `${simulation.changed_queries.toLocaleString()} of ${plural(simulation.simulated_queries, 'simulated query', 'simulated queries')} changed, ${plural(simulation.lost_answers, 'answer')} lost`
          : 'No simulation'}
      </span>
      <span>
        {passed + failed === 0 ? 'No tests' : `Tests: ${passed} passed, ${failed} failed`}
      </span>
    </>
  );
}

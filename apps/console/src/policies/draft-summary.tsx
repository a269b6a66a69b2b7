import type { DraftSummary as Summary } from '@ndx/client';
import { Panel, TextLink } from '../parts/page.js';
import { Facts, Id, Moment } from '../parts/values.js';
import { Account } from '../parts/account.js';
import { plural } from '../parts/words.js';
import { Comparison } from './comparison.js';
import type { PolicyDraft } from './policy-kind.js';

/** The submitted summary of a draft, which its author saw and another account approves. */
export function SubmittedSummary({ draft }: { readonly draft: PolicyDraft }) {
  const { submission } = draft;
  if (!submission) return null;
  const { summary, summary_digest } = submission;
  return (
    <Panel title="Submitted summary">
      <Facts
        facts={[
          [
            'Submitted by',
            <Account accountId={submission.account_id} entityId={submission.entity_id} />,
          ],
          ['Submitted', <Moment at={submission.submitted_at} />],
          ...summaryFacts(draft.policy_id, summary),
          ['Digest of the summary', <Id value={summary_digest} />],
        ]}
      />
      <Comparison label="Effect in the submitted summary" summary={summary} />
    </Panel>
  );
}

/** What the summary counts, and who stated it. */
export function summaryFacts(policyId: string, summary: Summary) {
  const { simulation, record_simulation: stated } = summary;
  return [
    [
      'Simulation',
      <>
        {simulationInWords(summary)}{' '}
        {simulation && (
          <TextLink
            to="/policies/$policyId/simulations/$simulationId"
            params={{ policyId, simulationId: simulation.simulation_id }}
          >
            Open the simulation
          </TextLink>
        )}
      </>,
    ],
    [
      'Simulated from',
      (simulation ?? stated) && <Moment at={(simulation ?? stated)?.from ?? ''} />,
    ],
    ['Simulated until', (simulation ?? stated) && <Moment at={(simulation ?? stated)?.to ?? ''} />],
    ['Counts stated by', stated && <Account accountId={stated.stated_by_account_id} />],
    ['Tests', testsInWords(summary)],
  ] as const;
}

export function simulationInWords({ simulation, record_simulation: stated }: Summary): string {
  if (stated) {
    const { examined_records: all, refused_records: refused } = stated;
    return `Of ${plural(all, 'record')} that the network accepted, the draft refuses ${refused.toLocaleString()}, as its author states.`;
  }
  if (!simulation) return 'No simulation of exactly this draft.';
  const { simulated_queries: all, changed_queries: changed } = simulation;
  const { lost_answers: lost, gained_answers: gained, not_simulated_queries: others } = simulation;
  const known = `Of ${plural(all, 'past query', 'past queries')}, ${changed.toLocaleString()} would change: ${plural(lost, 'answer')} lost, ${gained.toLocaleString()} gained.`;
  return others === 0 ? known : `${known} ${others.toLocaleString()} more could not be simulated.`;
}

export function testsInWords({ tests }: Summary): string {
  const failed = tests.filter(({ passed }) => !passed);
  if (tests.length === 0) return 'No tests.';
  if (failed.length === 0) return `${plural(tests.length, 'test')} passed.`;
  return `${plural(failed.length, 'test')} of ${tests.length} failed: ${failed.map(({ name }) => name).join(', ')}.`;
}

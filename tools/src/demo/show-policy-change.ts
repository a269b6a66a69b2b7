import { setTimeout as pause } from 'node:timers/promises';
import type { NdxClient, SaveQueryingPolicyDraft, Simulation } from '@ndx/client';
import { FIRST_BANK } from '../network/demo-network.js';
import { limitedCompanyTest } from './demo-business.js';
import { UnexpectedAnswerError, type Narrator } from './narrator.js';
import { LIMITED_COMPANIES, type ReviewedNetwork } from './open-reviewed-network.js';

const POLL_MS = 200;

type Rules = Pick<SaveQueryingPolicyDraft, 'model_selections'>;

/** Loses the answers about limited liability companies. */
const LOSING = issuedTo('corporation');
const KEEPING = issuedTo('corporation', 'limited_liability_company');

/** The default policy of a reviewed network, and two accounts that govern it. */
export interface PolicyChange extends ReviewedNetwork {
  readonly author: NdxClient;
  readonly approver: NdxClient;
}

/**
 * A change from the idea to the publication: a test, a plan, a draft under which the test fails, the
 * answers that the draft would have lost, a better draft, its approval, and the evidence of the next
 * answer.
 * @throws UnexpectedAnswerError when the plan or a simulation finds something else
 */
export async function showPolicyChange(narrator: Narrator, change: PolicyChange): Promise<void> {
  const { author, policyId } = change;
  const path = { policy_id: policyId };
  const { data: policy } = await author.readQueryingPolicy({ path });
  const base = { base_version: policy.version };
  await narrator.step(
    'The governor gives the policy a test: a limited liability company gets a certificate',
    'it runs without data of the network before each publication',
    () =>
      author.saveQueryingPolicyTest({
        path,
        body: { test: limitedCompanyTest(FIRST_BANK.entityId) },
      }),
  );
  const { data: plan } = await narrator.step(
    'The plan: an answer needs the identity section of a corporation',
    'answers can release less, and nothing that they could not release before; nothing is saved',
    () => author.compareQueryingPolicy({ path, body: LOSING }),
  );
  if (plan.effect !== 'narrower') {
    throw new UnexpectedAnswerError(`the planned change is ${plan.effect}, not narrower`);
  }
  const { data: first } = await narrator.step(
    'The governor saves the plan as a draft',
    'the draft stands beside the published version, which decides every query until the draft is published',
    () => author.saveQueryingPolicyDraft({ path, body: { ...LOSING, ...base } }),
  );
  await narrator.denial(
    'The test fails under the draft, so it cannot be published',
    'the response says what the test expected; only an emergency with a reason publishes the draft',
    () => author.publishQueryingPolicyDraft({ path, body: { digest: first.digest } }),
    409,
  );
  const lost = await simulate(change, LOSING);
  if (lost.queriers[0]?.lost_answers !== LIMITED_COMPANIES) {
    throw new UnexpectedAnswerError(
      `the simulation did not find ${LIMITED_COMPANIES} lost answers`,
    );
  }
  narrator.observe(
    'The draft is simulated over the past queries of the network',
    `${LIMITED_COMPANIES} answers would have been lost, because the entity type is not accepted`,
    lost,
  );
  const better = { ...KEEPING, ...base, expected_digest: first.digest };
  const { data: draft } = await narrator.step(
    'A draft that loses no answer: corporations and limited liability companies',
    'it replaces the draft that the governor read, and no other one; the test passes under it',
    () => author.saveQueryingPolicyDraft({ path, body: better }),
  );
  const kept = await simulate(change, KEEPING);
  if (kept.changed_queries !== 0)
    throw new UnexpectedAnswerError('the better draft changes answers');
  narrator.observe('and its simulation', 'every answer would have been the same', kept);
  await publishApproved(narrator, change, draft.digest);
}

async function publishApproved(
  narrator: Narrator,
  { author, approver, policyId, query }: PolicyChange,
  digest: string,
): Promise<void> {
  const request = { path: { policy_id: policyId }, body: { digest } };
  await narrator.denial(
    'Its author cannot publish it alone',
    'the network reviews changes: another account has to approve the draft first',
    () => author.publishQueryingPolicyDraft(request),
    409,
  );
  const { data: submitted } = await narrator.step(
    'The author submits the draft for approval',
    'its summary has the comparison, the simulation of exactly this draft, and the results of the tests',
    () => author.submitQueryingPolicyDraft(request),
  );
  if (submitted.submission?.summary.simulation?.changed_queries !== 0) {
    throw new UnexpectedAnswerError('the summary does not have the simulation of the draft');
  }
  const { summary_digest } = submitted.submission;
  await narrator.step(
    'A second account of the governor approves exactly this draft on exactly this summary',
    'it read the summary that the author submitted: the draft can release less than the published version, and loses no past answer',
    () =>
      approver.approveQueryingPolicyDraft({
        ...request,
        body: { ...request.body, summary_digest },
      }),
  );
  const { data: published } = await narrator.step(
    'The author publishes it',
    'it decides every query that starts from now on',
    () => author.publishQueryingPolicyDraft(request),
  );
  const { data: evidence } = await author.readEvidence({
    path: { query_event_id: await query() },
  });
  const decisive = evidence.networks.find((each) => each.policy_version === published.version);
  if (!decisive?.policy_approval) {
    throw new UnexpectedAnswerError(
      'the next answer was decided by a version that nobody approved',
    );
  }
  narrator.observe(
    'The evidence of the next certificate names the version that decided it',
    'and who approved it, on which summary',
    decisive,
  );
}

/** Simulates rules over the past queries of the network. */
async function simulate(
  { author, policyId: policy_id, queriedSince: from }: PolicyChange,
  rules: Rules,
): Promise<Pick<Simulation, 'simulated_queries' | 'changed_queries' | 'sections' | 'queriers'>> {
  let { data: simulation } = await author.startSimulation({ body: { policy_id, from, ...rules } });
  const path = { simulation_id: simulation.simulation_id };
  while (simulation.state === 'running') {
    await pause(POLL_MS);
    simulation = (await author.readSimulation({ path })).data;
  }
  const { simulated_queries, changed_queries, sections, queriers } = simulation;
  return { simulated_queries, changed_queries, sections, queriers };
}

/** Rules under which an answer needs the identity section of a business of these types. */
function issuedTo(...accepted_values: string[]): Rules {
  return {
    model_selections: [
      {
        ...{ model_name: 'business_identity_verification', is_required: true },
        field_selections: [{ field_name: 'business_entity_type', accepted_values }],
      },
    ],
  };
}

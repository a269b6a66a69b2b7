import type { AnswerOf, listSimulations, listSimulatedQueries, readSimulation } from '@ndx/api';
import type { Asked } from '@ndx/service';
import type { ChangedField } from '../domain/simulation/changed-fields.js';
import type { ChangedSection } from '../domain/simulation/simulated-change.js';
import type { OutcomeChange, SimulatedAnswer } from '../domain/simulation/simulation-counts.js';
import type { SimulationJob } from '../domain/simulation/simulation-job.js';
import type { AnswerPart } from '../storage/simulations.js';

type ShownHead = AnswerOf<typeof listSimulations>['data'][number];
type ShownQuery = AnswerOf<typeof listSimulatedQueries>['data'][number];

/** A simulation in a list. */
export function shownHead(job: SimulationJob): ShownHead {
  const isDone = job.state === 'completed';
  return {
    simulation_id: job.simulationId,
    network_id: job.networkId,
    policy_id: job.policyId,
    policy_version: job.policyVersion,
    product_id: job.productId,
    is_default: job.isDefault,
    enforced: job.enforced,
    status: job.status,
    digest: job.digest,
    from: job.periodStart.toISOString(),
    to: job.periodEnd.toISOString(),
    state: job.state,
    failure: job.failure,
    entity_id: job.entityId,
    account_id: job.accountId,
    created_at: job.createdAt.toISOString(),
    ended_at: job.endedAt?.toISOString() ?? null,
    simulated_until: (isDone ? job.periodEnd : job.placeAt).toISOString(),
    simulated_queries: job.counts.simulated,
    changed_queries: job.counts.changed,
  };
}

export function shownSimulation(job: SimulationJob): AnswerOf<typeof readSimulation> {
  const { counts } = job;
  return {
    ...shownHead(job),
    model_selections: job.modelSelections,
    consent: job.consent,
    permissible_purposes: job.permissiblePurposes,
    listed_queries: job.listed,
    not_simulated: counts.notSimulated.map(([code, count]) => ({ code, count })),
    outcomes: counts.outcomes.map(([outcome, count]) => ({ ...shownOutcome(outcome), count })),
    sections: counts.sections.map(([section, count]) => ({ ...shownSection(section), count })),
    fields: counts.fields.map(([field, count]) => ({ ...shownField(field), count })),
    queriers: counts.queriers.map(([querying_entity_id, counted]) => ({
      querying_entity_id,
      changed_queries: counted.changed,
      lost_answers: counted.lost,
      gained_answers: counted.gained,
      lost_sections: counted.sections.lost,
      gained_sections: counted.sections.gained,
      lost_fields: counted.fields.lost,
      gained_fields: counted.fields.gained,
    })),
    other_sections: counts.otherSections,
    other_fields: counts.otherFields,
    other_queriers: counts.otherQueriers,
  };
}

/** The members of an answer that the filters of a list select. */
export function partOf(query: Asked<typeof listSimulatedQueries>['query']): AnswerPart {
  const { model_name: model, field_name: field, change, code } = query;
  const { querying_entity_id, furnishing_entity_id: furnishingEntityId } = query;
  const changed = defined({ model, field, change, furnishingEntityId, code });
  const hasChange = Object.keys(changed).length > 0;
  return defined({
    recorded: query.recorded_outcome,
    outcome: query.simulated_outcome,
    reason: query.simulated_reason,
    event: querying_entity_id === undefined ? undefined : { querying_entity_id },
    sections: hasChange && field === undefined ? [changed] : undefined,
    fields: hasChange && field !== undefined ? [changed] : undefined,
  });
}

function defined<T extends object>(members: T): Partial<T> {
  const found = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(found) as Partial<T>;
}

/** A query whose answer changes. */
export function shownAnswer(answer: SimulatedAnswer): ShownQuery {
  const { query_event_id, querying_entity_id, occurred_at } = answer.event;
  const path = `/v1/query-events/${query_event_id}`;
  return {
    query_event_id,
    occurred_at,
    querying_entity_id,
    ...shownOutcome(answer),
    sections: answer.sections.map(shownSection),
    fields: answer.fields.map(shownField),
    explanation: `${path}/explanation`,
    replay: `${path}/replay`,
  };
}

function shownOutcome({ recorded, outcome, reason }: OutcomeChange) {
  return {
    recorded_outcome: recorded,
    simulated_outcome: outcome,
    simulated_reason: reason,
  };
}

function shownSection({ model, change, furnishingEntityId, code }: ChangedSection) {
  return { model_name: model, change, furnishing_entity_id: furnishingEntityId, code };
}

function shownField({ model, field, change, furnishingEntityId, code }: ChangedField) {
  return {
    ...{ model_name: model, field_name: field, change },
    ...{ furnishing_entity_id: furnishingEntityId, code },
  };
}

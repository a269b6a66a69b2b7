import type { PayloadOf, QueryingPolicyRetired, QueryingPolicySaved } from '@ndx/contracts';
import type { EventContext } from '@ndx/messaging';
import { readModel, isDirectlyNext, isNext, predecessorsOf } from '@ndx/replication';
import { reportOvertaken, type KnownRow } from './known-row.js';

type Standing = PayloadOf<typeof QueryingPolicyRetired>;

/** The state has no selections when only the policy's status is known. */
export const queryingPolicies = readModel({
  aggregate: 'querying-policy',
  table: 'policy_copy',
  key: 'policy_id',
  state: `case when c.state_revision = 0
    then to_jsonb(c) - '{model_selections,consent,permissible_purposes}'::text[]
    else to_jsonb(c) || jsonb_build_object('model_selections', c.model_selections::jsonb,
      'permissible_purposes', c.permissible_purposes::jsonb) end`,
  unknown: 'kept',
});

/** @param predecessors the parameter of the statement */
const eventOf = (predecessors: string) => ({ revision: 'excluded.revision', predecessors });

const nextBy = (predecessors: string) => isNext('policy_copy', eventOf(predecessors));

const SELECTIONS_ARE_OLDER = 'policy_copy.state_revision < policy_copy.revision';

const STANDING = ['revision', 'event_id', 'status', 'is_default', 'enforced'];

/**
 * `revision` and `event_id` belong to the newest event, which sets the status and which every
 * earlier change precedes. A row that began with an event without selections has a lower
 * `state_revision` until it gets them.
 */
const KEEP_STATE = `
insert into policy_copy
  (policy_id, revision, event_id, state_revision, version, network_id, product_id, status, is_default,
   enforced, model_selections, consent, permissible_purposes)
values ($1, $2, $3, $2, $4, $5, $6, $7, $8, $9, $10, $11, $12)
on conflict (policy_id) do update set
  ${STANDING.map(
    (column) =>
      `${column} = case when ${nextBy('$13')} then excluded.${column} else policy_copy.${column} end`,
  ).join(', ')},
  state_revision = excluded.state_revision,
  version = excluded.version,
  model_selections = excluded.model_selections,
  consent = excluded.consent,
  permissible_purposes = excluded.permissible_purposes
where ${nextBy('$13')} or (${SELECTIONS_ARE_OLDER}
  and excluded.revision > policy_copy.state_revision and excluded.revision < policy_copy.revision)
returning 1`;

/** A row without selections has state revision 0, and no query reads it. */
const KEEP_STANDING = `
insert into policy_copy
  (policy_id, revision, event_id, state_revision, version, network_id, product_id, status, is_default,
   enforced, model_selections)
values ($1, $2, $3, 0, $4, $5, $6, $7, $8, $9, '[]')
on conflict (policy_id) do update set
  ${STANDING.map((column) => `${column} = excluded.${column}`).join(', ')},
  state_revision = case
    when not (${SELECTIONS_ARE_OLDER}) and ${isDirectlyNext('policy_copy', eventOf('$10'))}
    then excluded.revision else policy_copy.state_revision end
where ${nextBy('$10')}
returning 1`;

interface StoredPolicy extends KnownRow {
  readonly state_revision: number;
  readonly state: object;
  readonly isNext: boolean;
}

/** Locks the row, so that the report is the state that the event finds. */
const READ = `
select revision, state_revision, event_id,
  ${queryingPolicies.state} as state,
  ${isNext('c', { revision: '$2', predecessors: '$3' })} as "isNext"
from policy_copy c where policy_id = $1 for update`;

/** A version never changes. Explanations and evidence of past queries read it (decision 0075). */
const KEEP_VERSION = `
insert into policy_version
  (policy_id, version, model_selections, consent, permissible_purposes, approval, break_glass)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (policy_id, version) do nothing`;

/**
 * Stores the row of a querying policy, whose revision only increases (design 3), and each of its
 * versions.
 */
export async function keepPolicy(
  context: EventContext,
  policy: PayloadOf<typeof QueryingPolicySaved>,
): Promise<void> {
  const selections = JSON.stringify(policy.model_selections);
  const state = [selections, policy.consent, JSON.stringify(policy.permissible_purposes)];
  const { policy_id, version, approval = null, break_glass = null } = policy;
  const origin = [approval, break_glass];
  await context.manager.query(KEEP_VERSION, [policy_id, version, ...state, ...origin]);
  await keep(context, KEEP_STATE, policy, state, eventOfState);
}

/** Stores that the policy applies to less. */
export function keepStanding(context: EventContext, standing: Standing): Promise<void> {
  return keep(context, KEEP_STANDING, standing, [], () => ({}));
}

/**
 * The event id that is reported for refused selections: none where the newest event of the row has
 * none. An owner that finds its own event in a report concludes that the row has its state.
 */
function eventOfState(row: StoredPolicy, isApplied: boolean): { readonly event_id?: null } {
  return !isApplied && row.state_revision < row.revision ? { event_id: null } : {};
}

/** @param reported members that replace those of the stored row in the report */
async function keep(
  context: EventContext,
  statement: string,
  policy: Standing,
  asked: readonly unknown[],
  reported: typeof eventOfState,
): Promise<void> {
  const { manager, envelope } = context;
  const { policy_id, revision } = policy;
  const predecessors = predecessorsOf(envelope);
  const read = async () =>
    (await manager.query<StoredPolicy[]>(READ, [policy_id, revision, predecessors]))[0];
  const before = await read();
  const kept = await manager.query<unknown[]>(statement, [
    ...[policy_id, revision, envelope.id, policy.version, policy.network_id, policy.product_id],
    ...[policy.status, policy.is_default, policy.enforced, ...asked, predecessors],
  ]);
  const isApplied = kept.length > 0;
  // Another transaction may have inserted it meanwhile.
  const known = before ?? (isApplied ? undefined : await read());
  await reportOvertaken(context, queryingPolicies.aggregate, {
    known: known && { ...known, ...reported(known, isApplied) },
    isApplied,
  });
}

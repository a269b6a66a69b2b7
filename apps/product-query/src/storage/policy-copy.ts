import type { PayloadOf, QueryingPolicyRetired, QueryingPolicySaved } from '@ndx/contracts';
import { copyTable, type EventContext } from '@ndx/messaging';
import { eventOfState, reportStanding, type KnownCopy } from './known-copy.js';

type Standing = PayloadOf<typeof QueryingPolicyRetired>;

/** Without selections when only the policy's status is known. */
export const queryingPolicies = copyTable({
  aggregate: 'querying-policy',
  table: 'policy_copy',
  key: 'policy_id',
  state: `case when c.state_revision = 0
    then to_jsonb(c) - '{model_selections,consent,permissible_purposes}'::text[]
    else to_jsonb(c) || jsonb_build_object('model_selections', c.model_selections::jsonb,
      'permissible_purposes', c.permissible_purposes::jsonb) end`,
  unknown: 'kept',
});

const IS_NEWEST = 'policy_copy.revision < excluded.revision';

/**
 * `revision` and `event_id` belong to the newest event, which sets the status; `state_revision`
 * belongs to the newest event with selections.
 */
const KEEP_STATE = `
insert into policy_copy
  (policy_id, revision, event_id, state_revision, version, network_id, product_id, status, is_default,
   enforced, model_selections, consent, permissible_purposes)
values ($1, $2, $3, $2, $4, $5, $6, $7, $8, $9, $10, $11, $12)
on conflict (policy_id) do update set
  revision = greatest(policy_copy.revision, excluded.revision),
  event_id = case when ${IS_NEWEST} then excluded.event_id else policy_copy.event_id end,
  state_revision = excluded.state_revision,
  version = excluded.version,
  model_selections = excluded.model_selections,
  consent = excluded.consent,
  permissible_purposes = excluded.permissible_purposes,
  status = case when ${IS_NEWEST} then excluded.status else policy_copy.status end,
  is_default = case when ${IS_NEWEST} then excluded.is_default else policy_copy.is_default end,
  enforced = case when ${IS_NEWEST} then excluded.enforced else policy_copy.enforced end
where coalesce(policy_copy.state_revision, policy_copy.revision) < excluded.state_revision
returning 1`;

/** A copy without selections has state revision 0, and no query reads it. */
const KEEP_STANDING = `
insert into policy_copy
  (policy_id, revision, event_id, state_revision, version, network_id, product_id, status, is_default,
   enforced, model_selections)
values ($1, $2, $3, 0, $4, $5, $6, $7, $8, $9, '[]')
on conflict (policy_id) do update set
  revision = excluded.revision,
  event_id = excluded.event_id,
  state_revision = coalesce(policy_copy.state_revision, policy_copy.revision),
  status = excluded.status,
  is_default = excluded.is_default,
  enforced = excluded.enforced
where ${IS_NEWEST}
returning 1`;

interface StoredPolicy extends KnownCopy {
  readonly state_revision: number;
  readonly state: object;
}

/** Locks the row, so that the report is the state that the event finds. */
const READ = `
select revision, coalesce(state_revision, revision) as state_revision, event_id,
  ${queryingPolicies.state} as state
from policy_copy c where policy_id = $1 for update`;

/** A version never changes. Explanations of past queries read it (decision 0075). */
const KEEP_VERSION = `
insert into policy_version (policy_id, version, model_selections) values ($1, $2, $3)
on conflict (policy_id, version) do nothing`;

/**
 * Stores the copy of a querying policy, whose revision only increases (design 3), and each of its
 * versions.
 */
export async function keepPolicy(
  context: EventContext,
  policy: PayloadOf<typeof QueryingPolicySaved>,
): Promise<void> {
  const selections = JSON.stringify(policy.model_selections);
  await context.manager.query(KEEP_VERSION, [policy.policy_id, policy.version, selections]);
  const state = [
    selections,
    policy.consent ?? null,
    JSON.stringify(policy.permissible_purposes ?? []),
  ];
  await keep(context, KEEP_STATE, policy, state, eventOfState);
}

/** Stores that the policy applies to less. */
export function keepStanding(context: EventContext, standing: Standing): Promise<void> {
  return keep(context, KEEP_STANDING, standing, [], () => ({}));
}

/** @param reported members that replace those of the stored copy in the report */
async function keep(
  context: EventContext,
  statement: string,
  policy: Standing,
  asked: readonly unknown[],
  reported: typeof eventOfState,
): Promise<void> {
  const { manager, envelope } = context;
  const { policy_id, revision } = policy;
  const read = async () => (await manager.query<StoredPolicy[]>(READ, [policy_id]))[0];
  const before = await read();
  const kept = await manager.query<unknown[]>(statement, [
    ...[policy_id, revision, envelope.id, policy.version, policy.network_id, policy.product_id],
    ...[policy.status, policy.is_default, policy.enforced, ...asked],
  ]);
  const isApplied = kept.length > 0;
  // Another transaction may have inserted it meanwhile.
  const known = before ?? (isApplied ? undefined : await read());
  await reportStanding(context, queryingPolicies.aggregate, {
    known: known && { ...known, ...reported(known, isApplied) },
    revision,
    isApplied,
  });
}

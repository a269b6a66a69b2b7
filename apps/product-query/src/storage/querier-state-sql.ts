import { CALLER_READ_MODELS, callerStateSql } from '@ndx/service';

/** SQL of the state of a caller that is a querier in networks, for `currentPrincipal`. */
export function querierStateSql(querier: {
  readonly accountId: string;
  readonly entityId: string;
  /** SQL of a `uuid[]`. */
  readonly networkIds: string;
}): string {
  const { accountId, entityId, networkIds } = querier;
  const memberships = `(select network_id::text, array['querier'] from unnest(${networkIds}) as network_id)`;
  return callerStateSql(CALLER_READ_MODELS, { accountId, entityId, memberships });
}

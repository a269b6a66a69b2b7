import type { TestedRules } from '@ndx/product-query/policy-test';
import { QUERYING_BANK } from '../../network/demo-network.js';
import { ensureMembership, untilMember } from '../../network/ensure-resources.js';
import { succeed } from '../../network/expect-answer.js';
import { FURNISHING_BANKS, type SandboxParties } from '../sandbox-parties.js';
import type { PlayedInstitutions } from './played-institutions.js';

const POLICIES = '/v1/networks/policies/querying';

/** A network of the operator, with the querying institution and the furnishers of a play. */
export async function makeNetwork(
  parties: SandboxParties,
  institutions: PlayedInstitutions,
): Promise<string> {
  const { operator, querier, furnishers } = parties;
  const name = `Play ${new Date().toISOString()}`;
  const { network_id } = await succeed(operator.post('/v1/networks', { name }));
  const networkId = String(network_id);
  await untilMember(operator, networkId);
  for (const institution of [
    QUERYING_BANK,
    ...institutions.all.map((each) => FURNISHING_BANKS[each]),
  ]) {
    await ensureMembership(operator, networkId, institution);
  }
  for (const member of [querier, ...institutions.all.map((each) => furnishers[each])]) {
    await untilMember(member, networkId);
  }
  return networkId;
}

/** Publishes the tested rules as the default of the network. */
export async function publishRules(
  { operator }: SandboxParties,
  networkId: string,
  { consent, permissiblePurposes, modelSelections }: TestedRules,
  institutions: PlayedInstitutions,
  productId: string,
): Promise<void> {
  const request = { network_id: networkId, product_id: productId, name: 'Played policy' };
  const { id } = await succeed(operator.post(POLICIES, request));
  // A source without a record becomes one that has none either, so that no list gets empty.
  const withSources = <S extends { readonly selected_provenance_option_ids: readonly string[] }>(
    selection: S,
  ) => ({
    ...selection,
    selected_provenance_option_ids: institutions.idsOf(selection.selected_provenance_option_ids),
  });
  const configuration = {
    ...{ status: 'published', is_default: true, consent },
    permissible_purposes: permissiblePurposes,
    model_selections: modelSelections.map((selection) => ({
      ...withSources(selection),
      field_selections: selection.field_selections.map(withSources),
    })),
  };
  await succeed(operator.put(`${POLICIES}/${String(id)}/configuration`, configuration));
}

import { completeSelections, isObject, type Dataset } from '@ndx/catalog';
import { DomainError, InvalidEventError, QueryingPolicySaved, stableId } from '@ndx/contracts';
import type { QueryingPolicy } from '../policy/querying-policy.js';
import { faultAt } from './part.js';
import { PolicyTestFault } from './policy-test-fault.js';

/** The network of every test. */
export const NETWORK = stableId('network', 'policy-test');
const POLICY = stableId('policy', 'policy-test');

/** The members of a configuration that decide an answer; a file of a policy has them all. */
const RULES = ['consent', 'permissible_purposes', 'model_selections'] as const;

/**
 * A configuration as the published default of a network, whatever its status.
 * @param dataset the product or template of the policy
 * @param configuration of the file of a policy
 * @throws PolicyTestFault as the server would refuse it
 */
export function testedPolicy(dataset: Dataset, configuration: unknown): QueryingPolicy {
  if (!isObject(configuration)) throw faultAt('configuration', 'must be an object', configuration);
  for (const name of RULES) {
    if (configuration[name] === undefined)
      throw faultAt(`configuration.${name}`, 'is required', undefined);
  }
  const saved = checked(dataset, configuration);
  return policyWith(dataset, {
    consent: saved.consent,
    permissiblePurposes: saved.permissible_purposes,
    modelSelections: saved.model_selections,
  });
}

/** The members of a policy that decide an answer. */
export type TestedRules = Pick<
  QueryingPolicy,
  'consent' | 'permissiblePurposes' | 'modelSelections'
>;

/** Rules as the published default of the network of every test. */
export function policyWith(
  dataset: Dataset,
  { consent, permissiblePurposes, modelSelections }: TestedRules,
): QueryingPolicy {
  return {
    ...{ id: POLICY, version: 1, networkId: NETWORK, productId: dataset.id },
    ...{ status: 'published', isDefault: true, enforced: false },
    ...{ consent, permissiblePurposes, modelSelections },
  };
}

type Saved = ReturnType<typeof QueryingPolicySaved.parse>;
type Authored = Parameters<typeof completeSelections>[1];

function checked(dataset: Dataset, configuration: Readonly<Record<string, unknown>>): Saved {
  const { consent, permissible_purposes, model_selections: selections } = configuration;
  checkLists(selections);
  try {
    return QueryingPolicySaved.parse({
      ...{ policy_id: POLICY, network_id: NETWORK, product_id: dataset.id },
      ...{ entity_id: POLICY, revision: 1, version: 1, status: 'published' },
      ...{ is_default: true, enforced: false, consent, permissible_purposes },
      // Its lists are checked above, its members by the schema of the event.
      model_selections: completeSelections(dataset, selections as Authored),
    });
  } catch (error) {
    if (error instanceof DomainError) throw new PolicyTestFault(error.message, { cause: error });
    if (!(error instanceof InvalidEventError)) throw error;
    const rule = error.message.replace(`${QueryingPolicySaved.type}: `, '');
    throw new PolicyTestFault(`configuration ${rule}`, { cause: error });
  }
}

function checkLists(selections: unknown): void {
  for (const selection of objectsIn('configuration.model_selections', selections)) {
    checkName('model_selections', selection, 'model_name');
    checkListed('model_selections', selection, 'selected_provenance_option_ids');
    const { field_selections: fields = [] } = selection;
    for (const field of objectsIn('configuration.model_selections.field_selections', fields)) {
      checkName('field_selections', field, 'field_name');
      checkListed('field_selections', field, 'selected_provenance_option_ids', 'accepted_values');
    }
  }
}

function objectsIn(path: string, value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value) && value.every(isObject)) return value;
  throw faultAt(path, 'must be a list of objects', value);
}

function checkName(path: string, values: Readonly<Record<string, unknown>>, name: string): void {
  if (typeof values[name] === 'string') return;
  throw faultAt(`configuration.${path}.${name}`, 'must be a text', values[name]);
}

function checkListed(
  path: string,
  values: Readonly<Record<string, unknown>>,
  ...names: readonly string[]
): void {
  for (const name of names) {
    const value = values[name] ?? [];
    if (!Array.isArray(value))
      throw faultAt(`configuration.${path}.${name}`, 'must be a list', value);
  }
}

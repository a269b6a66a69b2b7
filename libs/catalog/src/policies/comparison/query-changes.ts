import {
  DEFAULT_CONSENT_DEMANDS,
  PERMISSIBLE_PURPOSES,
  type ModelSelection,
  type PermissiblePurpose,
} from '@ndx/contracts';
import type { Dataset } from '../../datasets.js';
import type { Subject } from '../../product.js';
import type { PolicyChange, QueryingConfiguration } from './comparison.js';
import { effectOf, isAsStrict, isSubset, type Permitted } from './effect.js';
import { listed } from './listed.js';

type Meaning = Pick<PolicyChange, 'effect' | 'note'>;

const BOUND_BY_CONSENT =
  'A consent can hide the time of a verification and the field of a dispute; a record that the policy excludes by them can then be used.';

const OF_ANOTHER =
  'A query can name a policy of another network, and then needs the consent that this policy demands; a record that the other policy excludes by what a consent can hide can then be used.';

const LEFT_OUT =
  'A query of several networks leaves out a network whose policy does not admit it, with the fields that it requires: the records of the others can then be an answer.';

/** The changes of the members that decide which queries a policy admits. */
export function queryChanges(
  dataset: Dataset,
  before: QueryingConfiguration,
  after: QueryingConfiguration,
): PolicyChange[] {
  const demandIn = ({ consent }: QueryingConfiguration) =>
    consent ?? DEFAULT_CONSENT_DEMANDS[dataset.subject];
  const admission = admissionEffect(dataset, before, after);
  const selection: Meaning = {
    effect: 'different',
    note: 'It decides to which queries the policy applies.',
  };
  const change = <T>(
    member: string,
    of: (configuration: QueryingConfiguration) => T,
    says: (value: T) => string,
    meaning: Meaning,
  ): PolicyChange[] => {
    const [one, other] = [of(before), of(after)];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    const place = { modelName: null, fieldName: null, member };
    return [{ ...place, ...meaning, before: says(one), after: says(other) }];
  };
  return [
    ...change(
      'status',
      ({ status }) => status,
      (word) => `The policy is ${word}.`,
      selection,
    ),
    ...change('is_default', ({ isDefault }) => isDefault, defaultWords, selection),
    ...change('enforced', (one) => one.enforced, enforcedWords, enforcement(before, after)),
    ...change('consent', demandIn, consentWords, admission),
    ...change('permissible_purposes', (one) => one.permissiblePurposes, purposeWords, admission),
  ];
}

/**
 * A query that a policy does not admit can have another answer. Of a product, the recorded consent
 * binds it, and hides values that it could read without one, also where it names a policy of another
 * network, whose selections are not known here. Of a template, a query of several
 * networks leaves out the network, with what its policy requires.
 */
function admissionEffect(
  { kind, subject }: Dataset,
  before: QueryingConfiguration,
  after: QueryingConfiguration,
): Meaning {
  const purposesIn = (one: QueryingConfiguration) => admittedPurposes(one, subject);
  const effect = effectOf(isSubset, purposesIn(before), purposesIn(after));
  if (effect === 'equal') return { effect, note: null };
  // The policies that admit a query which the other one does not.
  const admitting = [
    ...(effect === 'wider' ? [] : [before]),
    ...(effect === 'narrower' ? [] : [after]),
  ];
  if (kind === 'product' && [before, after].every(isReplaceable)) {
    return { effect: 'different', note: OF_ANOTHER };
  }
  const [binds, note] =
    kind === 'product' ? [excludesByVisible, BOUND_BY_CONSENT] : [requiresField, LEFT_OUT];
  return admitting.some(({ modelSelections }) => binds(modelSelections))
    ? { effect: 'different', note }
    : { effect, note: null };
}

/** The purposes of the admitted queries without a consent; a query of a business may name none. */
function admittedPurposes(
  { consent, permissiblePurposes }: QueryingConfiguration,
  subject: Subject,
): Permitted<PermissiblePurpose> {
  if ((consent ?? DEFAULT_CONSENT_DEMANDS[subject]) === 'required') return [];
  if (permissiblePurposes.length > 0) return permissiblePurposes;
  return subject === 'business' ? 'any' : PERMISSIBLE_PURPOSES;
}

/** Whether its terms of consent apply to queries that name a policy of another network. */
function isReplaceable({ status, isDefault, enforced }: QueryingConfiguration): boolean {
  return status === 'published' && isDefault && !enforced;
}

/** Whether a rule excludes records by what a consent can hide. */
function excludesByVisible(selections: readonly ModelSelection[]): boolean {
  return selections.some((one) => one.max_age_days !== null || one.disputed_data !== 'mark');
}

function requiresField(selections: readonly ModelSelection[]): boolean {
  return selections.some(
    (one) => one.is_required || one.field_selections.some(({ is_required }) => is_required),
  );
}

function enforcement(before: QueryingConfiguration, after: QueryingConfiguration): Meaning {
  const isEffective = [before, after].every((one) => one.isDefault && one.status === 'published');
  return isEffective
    ? { effect: effectOf(isAsStrict, before.enforced, after.enforced), note: null }
    : { effect: 'equal', note: 'Only a published default is enforced.' };
}

const defaultWords = (isDefault: boolean) =>
  `A query without a policy ${isDefault ? 'uses' : 'does not use'} this one.`;

const enforcedWords = (isEnforced: boolean) =>
  `A query ${isEnforced ? 'cannot' : 'can'} name another policy.`;

const consentWords = (demand: string) =>
  demand === 'required'
    ? 'A query needs a recorded consent.'
    : 'A query needs a recorded consent or a permissible purpose.';

const purposeWords = (purposes: readonly string[]) =>
  purposes.length === 0
    ? 'A query without a consent can have any permissible purpose.'
    : `A query without a consent needs the purpose ${listed(purposes)}.`;

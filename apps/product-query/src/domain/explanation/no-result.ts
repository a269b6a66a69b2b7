import { modelsOf, type Group, type Output, type Template } from '@ndx/catalog';
import type { NoResultReason } from '@ndx/contracts';
import { requiredFields, requiresModel } from '../policy/querying-policy.js';
import { selectionIn, type AppliedRules } from './explained-query.js';

/** Why a query has no result, and the section or the fields that the reason names. */
export type NoResult = readonly [reason: NoResultReason, named?: string];

/** Why a query of a product has no result. @param lacking the sections for which no record is chosen */
export function noCertificate(
  rules: readonly Pick<AppliedRules, 'selections'>[],
  lacking: readonly string[],
): NoResult {
  const missing = lacking.find((model) =>
    rules.some(({ selections }) => requiresModel(selections, model)),
  );
  return missing === undefined ? ['no_eligible_record'] : ['required_section_missing', missing];
}

interface TemplateFacts {
  /** The required fields that records lack which satisfy the other rules. */
  readonly lacking: readonly string[];
  /** The required outputs without a value. */
  readonly missing: readonly string[];
  readonly isChosen: boolean;
}

/** Why a query of a template has no result. */
export function noTemplateAnswer({ lacking, missing, isChosen }: TemplateFacts): NoResult {
  // A record that lacks only a required field names it.
  const named = new Set(lacking.length > 0 ? lacking : missing);
  if (named.size > 0) return ['required_field_missing', [...named].join(', ')];
  return [isChosen ? 'not_stated' : 'no_eligible_record'];
}

/** Whether the template or the policy of a network requires an output. */
export function requiredIn(
  template: Template,
  rules: readonly AppliedRules[],
): (output: Output) => boolean {
  const demanded = new Set(
    rules.flatMap((applied) => requiredFields(selectionIn(applied, template.slug))),
  );
  return ({ name, required }) => required || demanded.has(name);
}

/** The outputs of a group that consents and policies name. */
export function namedOutputs(
  template: Template,
  { outputs }: Pick<Group, 'outputs'>,
): readonly Output[] {
  const names = new Set(modelsOf(template).flatMap(({ fields }) => fields));
  return outputs.filter(({ name }) => names.has(name));
}

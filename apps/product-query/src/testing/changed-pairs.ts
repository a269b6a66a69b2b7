import {
  compareConfigurations,
  type Dataset,
  type PolicyComparison,
  type QueryingConfiguration,
} from '@ndx/catalog';
import type { PolicyEffect } from '@ndx/contracts';
import { aField, aSelection } from './builders.js';
import type { Draw } from './draw.js';
import {
  changedConfiguration,
  changedInOneField,
  changedInOneModel,
  changedSelection,
  configuration,
  valid,
  withFewFields,
  type GovernedModel,
} from './policy-changes.js';

/** What a change is limited to, and whose stated effect is checked. */
export const SCOPES = ['policy', 'model', 'field'] as const;

export type Scope = (typeof SCOPES)[number];

/** A policy, a change of it, and the effect that the comparison states for the changed thing. */
export interface ChangedPair {
  readonly before: QueryingConfiguration;
  readonly after: QueryingConfiguration;
  readonly scope: Scope;
  /** Of the change; undefined where it is not limited to one. */
  readonly model: string | undefined;
  readonly field: string | undefined;
  readonly effect: PolicyEffect;
  /** Of the change back. */
  readonly mirrored: PolicyEffect;
}

/** A random pair; undefined where the comparison states no change. */
export function changedPair(
  draw: Draw,
  dataset: Dataset,
  governed: readonly GovernedModel[],
): ChangedPair | undefined {
  const scope = draw.one(SCOPES);
  const models = withFewFields(draw, governed);
  const one = withFewRules(draw, configuration(draw, models));
  const other = CHANGES[scope](draw, models, one);
  const [before, after] = draw.nat(1) === 0 ? [one, other] : [other, one];
  const comparison = compareConfigurations(dataset, before, after);
  if (comparison.changes.length === 0) return undefined;
  const stated = statedFor(scope, comparison);
  const { effect: mirrored } = statedFor(scope, compareConfigurations(dataset, after, before));
  return { before, after, scope, ...stated, mirrored };
}

/** In half of its models and fields: more rules together release nothing in most worlds. */
function withFewRules(draw: Draw, policy: QueryingConfiguration): QueryingConfiguration {
  const modelSelections = policy.modelSelections.map((selection) => {
    const fields = selection.field_selections.map((field) =>
      draw.nat(1) === 0 ? field : aField({ field_name: field.field_name }),
    );
    const rules = draw.nat(1) === 0 ? selection : aSelection({ model_name: selection.model_name });
    return valid({ ...rules, field_selections: fields });
  });
  return { ...policy, modelSelections };
}

type Change = typeof changedConfiguration;

const CHANGES: Readonly<Record<Scope, Change>> = {
  policy: changedConfiguration,
  model: (draw, models, before) => changedInOneModel(draw, models, before, changedSelection),
  field: (draw, models, before) => changedInOneModel(draw, models, before, changedInOneField),
};

function statedFor(scope: Scope, { effect, models }: PolicyComparison) {
  if (scope === 'policy') return { effect, model: undefined, field: undefined };
  const [model, ...otherModels] = models;
  if (!model || otherModels.length > 0)
    throw new Error('a change of one model is not stated as one');
  if (scope === 'model') return { effect: model.effect, model: model.modelName, field: undefined };
  const [field, ...otherFields] = model.fields;
  if (!field || otherFields.length > 0)
    throw new Error('a change of one field is not stated as one');
  return { effect: field.effect, model: model.modelName, field: field.fieldName };
}

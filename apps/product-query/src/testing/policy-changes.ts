import type { QueryingConfiguration } from '@ndx/catalog';
import {
  CONSENT_DEMANDS,
  DISPUTED_DATA,
  NAME_MATCHES,
  QUERYING_POLICY_STATUSES,
  type FieldSelection,
  type ModelSelection,
  type PermissiblePurpose,
} from '@ndx/contracts';
import { memberOfEach } from '@ndx/service/testing';
import { builtInDefault, type QueryingPolicy } from '../domain/policy/querying-policy.js';
import { id, NETWORK } from './builders.js';
import type { Draw } from './draw.js';
import { BANKS } from './furnished-worlds.js';

export const PURPOSES: readonly PermissiblePurpose[] = ['account_review', 'court_order'];

/** A model with rules in the policies of these worlds. */
export interface GovernedModel {
  readonly name: string;
  readonly isSection: boolean;
  readonly fields: readonly GovernedField[];
}

export interface GovernedField {
  readonly name: string;
  /** The values that a rule may accept; empty: it cannot compare them. */
  readonly values: readonly (string | boolean)[];
}

/** The models, or one of them, with rules for few of their fields. */
export function withFewFields(draw: Draw, models: readonly GovernedModel[]): GovernedModel[] {
  const governed = draw.nat(1) === 0 ? models : [draw.one(models)];
  return governed.map((model) => ({
    ...model,
    fields: draw.some(model.fields, 1).slice(0, 1 + draw.nat(2)),
  }));
}

/** A configuration of a policy, mostly of a published default. */
export function configuration(draw: Draw, models: readonly GovernedModel[]): QueryingConfiguration {
  return {
    ...standing(draw),
    consent: draw.one([null, ...CONSENT_DEMANDS]),
    permissiblePurposes: draw.mostly([], () => draw.some(PURPOSES)),
    modelSelections: models.map((model) => selectionOf(draw, model)),
  };
}

/** The same with other values of some members. */
export function changedConfiguration(
  draw: Draw,
  models: readonly GovernedModel[],
  before: QueryingConfiguration,
): QueryingConfiguration {
  const other = configuration(draw, models);
  const { status, isDefault, enforced } = other;
  if (draw.nat(3) === 0) return { ...before, consent: other.consent };
  return {
    ...(draw.nat(7) > 0 ? before : { ...before, status, isDefault }),
    enforced: draw.changed(before.enforced, enforced),
    consent: draw.changed(before.consent, other.consent),
    permissiblePurposes: draw.changed(before.permissiblePurposes, other.permissiblePurposes),
    modelSelections: before.modelSelections.map((one, place) =>
      draw.nat(1) === 0 ? one : changedSelection(draw, one, other.modelSelections[place] ?? one),
    ),
  };
}

/** The same with other values of one model, or of one of its fields. */
export function changedInOneModel(
  draw: Draw,
  models: readonly GovernedModel[],
  before: QueryingConfiguration,
  change: typeof changedSelection,
): QueryingConfiguration {
  const other = configuration(draw, models);
  const changed = draw.nat(models.length - 1);
  return {
    ...before,
    modelSelections: before.modelSelections.map((one, place) =>
      place === changed ? change(draw, one, other.modelSelections[place] ?? one) : one,
    ),
  };
}

/** Only a published policy is a default. */
function standing(draw: Draw): Pick<QueryingConfiguration, 'status' | 'isDefault' | 'enforced'> {
  const status = draw.nat(7) > 0 ? 'published' : draw.one(QUERYING_POLICY_STATUSES);
  const isDefault = status === 'published' && draw.nat(7) > 0;
  return { status, isDefault, enforced: draw.nat(2) === 0 };
}

/** The policies among which a query chooses: the changed one of its network, and one of another. */
export function knownPolicies(
  changed: QueryingConfiguration,
  elsewhere: readonly ModelSelection[],
  productId: string,
): QueryingPolicy[] {
  const own = { ...changed, id: OWN_POLICY, version: 1, networkId: NETWORK, productId };
  const other = { ...builtInDefault(productId), id: ELSEWHERE, version: 1, networkId: id(61) };
  return [own, { ...other, isDefault: false, modelSelections: elsewhere }];
}

/** A member of both networks. */
export const QUERYING = memberOfEach('querier', NETWORK, id(61));

export const OWN_POLICY = id(62);

/** The id of the policy of another network. */
export const ELSEWHERE = id(63);

function selectionOf(draw: Draw, { name, isSection, fields }: GovernedModel): ModelSelection {
  const isEnabled = draw.mostly(true, () => false);
  return valid({
    model_name: name,
    is_enabled: isEnabled,
    is_required: draw.mostly(false, () => true),
    max_age_days: draw.mostly<number | null>(null, () => draw.one([2, 5, 30])),
    attestation_required: draw.mostly(false, () => true),
    name_match: isSection ? draw.mostly('report', () => draw.one(NAME_MATCHES)) : 'report',
    disputed_data: draw.mostly('mark', () => draw.one(DISPUTED_DATA)),
    selected_provenance_option_ids: sourcesOf(draw),
    field_selections: fields.map((field) => fieldOf(draw, field)),
  });
}

const sourcesOf = (draw: Draw) => draw.mostly<string[]>([], () => draw.some(BANKS));

function fieldOf(draw: Draw, { name, values }: GovernedField): FieldSelection {
  const isCompared = values.length > 0 && draw.nat(5) === 0;
  return {
    field_name: name,
    is_enabled: draw.mostly(true, () => false),
    is_required: draw.mostly(false, () => true),
    accepted_values: isCompared ? draw.some(values, 1) : null,
    selected_provenance_option_ids: sourcesOf(draw),
  };
}

export function changedSelection(
  draw: Draw,
  one: ModelSelection,
  other: ModelSelection,
): ModelSelection {
  return valid({
    model_name: one.model_name,
    is_enabled: draw.changed(one.is_enabled, other.is_enabled),
    is_required: draw.changed(one.is_required, other.is_required),
    max_age_days: draw.changed(one.max_age_days, other.max_age_days),
    attestation_required: draw.changed(one.attestation_required, other.attestation_required),
    name_match: draw.changed(one.name_match, other.name_match),
    disputed_data: draw.changed(one.disputed_data, other.disputed_data),
    selected_provenance_option_ids: draw.changed(
      one.selected_provenance_option_ids,
      other.selected_provenance_option_ids,
    ),
    field_selections: one.field_selections.map((field, place) =>
      draw.nat(1) === 0 ? field : changedField(draw, field, other.field_selections[place] ?? field),
    ),
  });
}

export function changedInOneField(
  draw: Draw,
  one: ModelSelection,
  other: ModelSelection,
): ModelSelection {
  const changed = draw.nat(one.field_selections.length - 1);
  return valid({
    ...one,
    field_selections: one.field_selections.map((field, place) =>
      place === changed ? changedField(draw, field, other.field_selections[place] ?? field) : field,
    ),
  });
}

function changedField(draw: Draw, one: FieldSelection, other: FieldSelection): FieldSelection {
  return {
    field_name: one.field_name,
    is_enabled: draw.changed(one.is_enabled, draw.nat(1) === 0),
    is_required: draw.changed(one.is_required, other.is_required),
    accepted_values: draw.changed(one.accepted_values, other.accepted_values),
    selected_provenance_option_ids: draw.changed(
      one.selected_provenance_option_ids,
      other.selected_provenance_option_ids,
    ),
  };
}

/** Without the requirements that a policy cannot have. */
export function valid(selection: ModelSelection): ModelSelection {
  const { is_enabled } = selection;
  return {
    ...selection,
    is_required: selection.is_required && is_enabled,
    field_selections: selection.field_selections.map((field) => ({
      ...field,
      is_required: field.is_required && field.is_enabled && is_enabled,
    })),
  };
}

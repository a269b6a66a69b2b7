import type { CompleteModelSelection, Product, QueryingPolicy } from '@ndx/client';

export type ModelSelection = CompleteModelSelection;
export type FieldSelection = ModelSelection['field_selections'][number];
export type DisputedData = ModelSelection['disputed_data'];

/** From the one that releases most. */
export const DISPUTED_DATA = [
  'mark',
  'exclude_after_deadline',
  'exclude',
] as const satisfies readonly DisputedData[];

type ProductModel = Product['models'][number];

/** The rules of a field, complete: a field that a policy does not mention has the defaults. */
export type FieldRules = FieldSelection;

/** The rules of a model of the product with those of each of its fields, in the catalogue's order. */
export interface ModelRules extends Omit<ModelSelection, 'field_selections'> {
  readonly fields: readonly FieldRules[];
}

/** Whether a query needs a consent, and the purposes that a query without one may state. */
export type QueryConditions = Pick<QueryingPolicy, 'consent' | 'permissible_purposes'>;

/** The rules of every model and field of a product under a policy (design 7). */
export function rulesOf(
  product: Product,
  selections: readonly ModelSelection[],
): readonly ModelRules[] {
  return product.models.map((model) =>
    modelRules(
      model,
      selections.find(({ model_name }) => model_name === model.model_name),
    ),
  );
}

function modelRules(model: ProductModel, selection: ModelSelection | undefined): ModelRules {
  const { field_selections, ...rules } = selection ?? {
    model_name: model.model_name,
    is_enabled: true,
    is_required: false,
    max_age_days: null,
    attestation_required: false,
    name_match: 'report',
    disputed_data: 'mark',
    selected_provenance_option_ids: [],
    field_selections: [],
  };
  const fields = model.fields.map(
    ({ field_name }) =>
      field_selections.find((field) => field.field_name === field_name) ?? {
        field_name,
        is_enabled: true,
        is_required: false,
        accepted_values: null,
        selected_provenance_option_ids: [],
      },
  );
  return { ...rules, fields };
}

/** Whether a field has only the defaults. */
export function isPlain(field: FieldRules): boolean {
  return (
    field.is_enabled &&
    !field.is_required &&
    field.accepted_values === null &&
    field.selected_provenance_option_ids.length === 0
  );
}

/** The selections that state rules; a model or field with only the defaults is left out. */
export function selectionsOf(models: readonly ModelRules[]): ModelSelection[] {
  return models
    .map(({ fields, ...model }) => ({
      ...model,
      field_selections: fields.filter((field) => !isPlain(field)),
    }))
    .filter((model) => model.field_selections.length > 0 || !isPlainModel(model));
}

function isPlainModel(model: Omit<ModelSelection, 'field_selections'>): boolean {
  return (
    model.is_enabled &&
    !model.is_required &&
    !model.attestation_required &&
    model.name_match === 'report' &&
    model.disputed_data === 'mark' &&
    model.max_age_days === null &&
    model.selected_provenance_option_ids.length === 0
  );
}

import type { FieldSelection, ModelSelection } from '@ndx/contracts';

/** A querying policy as product-query knows it: a copy of the latest version (design 7). */
export interface QueryingPolicy {
  /** Null: the product's built-in default (everything enabled, nothing required). */
  readonly id: string | null;
  readonly version: number | null;
  readonly networkId: string | null;
  readonly productId: string;
  readonly status: 'draft' | 'published' | 'archived';
  readonly isDefault: boolean;
  readonly enforced: boolean;
  readonly modelSelections: readonly ModelSelection[];
}

/** What applies in a network that has no default policy of its own. */
export function builtInDefault(productId: string): QueryingPolicy {
  return {
    id: null,
    version: null,
    networkId: null,
    productId,
    status: 'published',
    isDefault: true,
    enforced: false,
    modelSelections: [],
  };
}

/** A policy's word on one model; undefined where it says nothing, which means the defaults. */
export function selectionOf(policy: QueryingPolicy, model: string): ModelSelection | undefined {
  return policy.modelSelections.find((selection) => selection.model_name === model);
}

/** Whether a result without the model fails the policy: it, or a field of it, is required. */
export function requiresModel(policy: QueryingPolicy, model: string): boolean {
  const selection = selectionOf(policy, model);
  if (!selection) return false;
  return selection.is_required || requiredFields(selection).length > 0;
}

export function requiredFields(selection: ModelSelection): readonly string[] {
  return selection.field_selections
    .filter((field) => field.is_required)
    .map((field) => field.field_name);
}

/** Whether a policy lets a furnisher's value of a field be seen. */
export function admits(selection: FieldSelection, value: unknown, furnisherId: string): boolean {
  const sources = selection.selected_provenance_option_ids;
  if (!selection.is_enabled) return false;
  if (sources.length > 0 && !sources.includes(furnisherId)) return false;
  return (
    selection.accepted_values === null ||
    selection.accepted_values.some((accepted) => accepted === value)
  );
}

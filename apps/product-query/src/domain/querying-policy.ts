import type { Subject } from '@ndx/catalog';
import {
  DEFAULT_CONSENT_DEMANDS,
  type ConsentDemand,
  type FieldSelection,
  type ModelSelection,
  type PermissiblePurpose,
} from '@ndx/contracts';

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
  /** What a query must have; null: the default for its kind of subject. */
  readonly consent: ConsentDemand | null;
  /** The purposes that a query may name; empty means any. */
  readonly permissiblePurposes: readonly PermissiblePurpose[];
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
    consent: null,
    permissiblePurposes: [],
  };
}

/**
 * Whether a policy allows a query without a recorded consent (design 6): for the purpose that it
 * names, or about a business, where the policy does not restrict purposes, for none.
 */
export function allowsWithoutConsent(
  { consent, permissiblePurposes }: QueryingPolicy,
  subjectType: Subject,
  purpose: PermissiblePurpose | undefined,
): boolean {
  if ((consent ?? DEFAULT_CONSENT_DEMANDS[subjectType]) === 'required') return false;
  if (permissiblePurposes.length === 0) return purpose !== undefined || subjectType === 'business';
  return purpose !== undefined && permissiblePurposes.includes(purpose);
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

/** Whether a policy takes a model, or a field, from a furnisher; where it says nothing, from any. */
export function admitsFurnisher(
  selection: Pick<FieldSelection, 'is_enabled' | 'selected_provenance_option_ids'> | undefined,
  furnisherId: string,
): boolean {
  if (!selection) return true;
  const sources = selection.selected_provenance_option_ids;
  return selection.is_enabled && (sources.length === 0 || sources.includes(furnisherId));
}

/** Whether a policy accepts a value of a field. */
export function accepts({ accepted_values }: FieldSelection, value: unknown): boolean {
  return accepted_values === null || accepted_values.some((accepted) => accepted === value);
}

const DAY_MS = 86_400_000;

/** Where a section or a value comes from, as far as a policy asks. */
export interface DataSource {
  readonly furnishingEntityId: string;
  /** Whether the furnisher holds a current active attestation. */
  readonly isAttested: boolean;
  /** When it was verified or furnished, milliseconds since the epoch. */
  readonly at: number;
}

/** Whether a policy lets a model's data be taken from a source. */
export function admitsSource(
  selection: ModelSelection | undefined,
  source: DataSource,
  now: number,
): boolean {
  if (!selection) return true;
  return (
    admitsFurnisher(selection, source.furnishingEntityId) &&
    (!selection.attestation_required || source.isAttested) &&
    (selection.max_age_days === null || now - source.at <= selection.max_age_days * DAY_MS)
  );
}

/** A furnisher's place in the order of sources of a model or a field; the first is preferred. */
export function preferenceOf(
  selection: Pick<ModelSelection, 'selected_provenance_option_ids'> | undefined,
  furnisherId: string,
): number {
  return Math.max(0, selection?.selected_provenance_option_ids.indexOf(furnisherId) ?? 0);
}

/** A policy's word on one field; undefined where it says nothing. */
export function fieldSelectionOf(
  selection: ModelSelection | undefined,
  field: string,
): FieldSelection | undefined {
  return selection?.field_selections.find((candidate) => candidate.field_name === field);
}

/** Whether a policy lets a field of a model be shown at all. */
export function isEnabled(selection: ModelSelection | undefined, field: string): boolean {
  return (
    (selection?.is_enabled ?? true) && (fieldSelectionOf(selection, field)?.is_enabled ?? true)
  );
}

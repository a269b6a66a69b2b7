import type { Subject } from '@ndx/catalog';
import {
  DEFAULT_CONSENT_DEMANDS,
  type ConsentDemand,
  type Exclusion,
  type FieldSelection,
  type ModelSelection,
  type PermissiblePurpose,
} from '@ndx/contracts';
import { excludesDisputed, type OpenDispute } from '../open-dispute.js';

/** The latest version of a querying policy in product-query's read model (design 7). */
export interface QueryingPolicy extends ConsentTerms {
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

/** What a policy requires of a query before it selects data. */
export interface ConsentTerms {
  /** The consent requirement; null: the default for the kind of subject. */
  readonly consent: ConsentDemand | null;
  /** The allowed purposes; empty means any. */
  readonly permissiblePurposes: readonly PermissiblePurpose[];
}

/** The rules of a network without a default policy. */
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
 * Whether a policy allows a query without a recorded consent (design 6): the query names an
 * allowed purpose, or it is about a business, names none and the policy does not restrict
 * purposes.
 */
export function allowsWithoutConsent(
  { consent, permissiblePurposes }: ConsentTerms,
  subjectType: Subject,
  purpose: PermissiblePurpose | undefined,
): boolean {
  if ((consent ?? DEFAULT_CONSENT_DEMANDS[subjectType]) === 'required') return false;
  if (permissiblePurposes.length === 0) return purpose !== undefined || subjectType === 'business';
  return purpose !== undefined && permissiblePurposes.includes(purpose);
}

/** A policy's selection for a model; undefined means the defaults. */
export function selectionOf(
  policy: Pick<QueryingPolicy, 'modelSelections'>,
  model: string,
): ModelSelection | undefined {
  return policy.modelSelections.find((selection) => selection.model_name === model);
}

/** Whether a policy's selections require the model, or a field of it. */
export function requiresModel(
  modelSelections: QueryingPolicy['modelSelections'],
  model: string,
): boolean {
  const selection = modelSelections.find(({ model_name }) => model_name === model);
  if (!selection) return false;
  return selection.is_required || requiredFields(selection).length > 0;
}

export function requiredFields(selection: ModelSelection | undefined): readonly string[] {
  return (selection?.field_selections ?? [])
    .filter((field) => field.is_required)
    .map((field) => field.field_name);
}

/**
 * Whether a policy accepts a furnisher for a model or a field; without a selection it accepts any.
 */
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

/** The properties of a source that policies check. */
export interface DataSource {
  readonly furnishingEntityId: string;
  /** Whether the furnisher has a current active attestation. */
  readonly isAttested: boolean;
  /** The time of verification or furnishing, milliseconds since the epoch. */
  readonly at: () => number;
  /** The undecided disputes of its record. */
  readonly disputes: readonly OpenDispute[];
}

/** The first rule by which a policy rejects a source for a model. */
export function sourceExclusion(
  selection: ModelSelection | undefined,
  { furnishingEntityId, isAttested, at, disputes }: DataSource,
  now: number,
): Exclusion | undefined {
  if (!selection) return undefined;
  if (!selection.is_enabled) return 'not_enabled';
  if (!admitsFurnisher(selection, furnishingEntityId)) return 'source_not_accepted';
  if (selection.attestation_required && !isAttested) return 'attestation_missing';
  const { max_age_days: maxAge } = selection;
  if (maxAge !== null && now - at() > maxAge * DAY_MS) return 'too_old';
  return excludesDisputed(selection.disputed_data, disputes, now) ? 'disputed' : undefined;
}

/** A furnisher's index in the source order of a model or a field; lower is preferred. */
export function preferenceOf(
  selection: Pick<ModelSelection, 'selected_provenance_option_ids'> | undefined,
  furnisherId: string,
): number {
  return Math.max(0, selection?.selected_provenance_option_ids.indexOf(furnisherId) ?? 0);
}

/** A policy's selection for a field; undefined means the defaults. */
export function fieldSelectionOf(
  selection: ModelSelection | undefined,
  field: string,
): FieldSelection | undefined {
  return selection?.field_selections.find((candidate) => candidate.field_name === field);
}

/** Whether a policy enables a field of a model. */
export function isEnabled(selection: ModelSelection | undefined, field: string): boolean {
  return (
    (selection?.is_enabled ?? true) && (fieldSelectionOf(selection, field)?.is_enabled ?? true)
  );
}

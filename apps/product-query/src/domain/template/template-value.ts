/** A furnisher's latest value of a template's field: a candidate for an answer. */
export interface TemplateValue {
  readonly dataset: string;
  readonly field: string;
  readonly networkId: string;
  /** The subject's id in that network. */
  readonly subjectId: string;
  readonly furnishingEntityId: string;
  readonly recordId: string;
  /** Milliseconds since the epoch. */
  readonly furnishedAt: number;
  /** The stored value, in which secrets are encrypted. */
  readonly value: unknown;
  /** Whether the value is not read from storage until it is chosen; it is undefined until then. */
  readonly isLarge: boolean;
}

/**
 * Larger values are not read from storage until they are chosen: an upload has up to a megabyte,
 * and each furnisher may have one. Every text that a policy can accept is smaller.
 */
export const LARGE_BYTES = 8 * 1024;

/** The map key of a furnished field. */
export function keyOf({ dataset, field }: Pick<TemplateValue, 'dataset' | 'field'>): string {
  return `${dataset}.${field}`;
}

/** The latest value of a template's field by one furnisher, as it may be chosen for an answer. */
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
  /** As it is stored: a secret is sealed. */
  readonly value: unknown;
  /** Whether the value is left in storage, undefined here, until it is chosen. */
  readonly isLarge: boolean;
}

/**
 * A stored value of more bytes is left in storage until it is chosen: an upload has up to a megabyte,
 * and there is one for each furnisher. Any text that a policy can accept is smaller.
 */
export const LARGE_BYTES = 8 * 1024;

/** Names a furnished field, to look it up by. */
export function keyOf({ dataset, field }: Pick<TemplateValue, 'dataset' | 'field'>): string {
  return `${dataset}.${field}`;
}

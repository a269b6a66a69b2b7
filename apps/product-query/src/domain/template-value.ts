/** The latest value of a template's field by one furnisher, as it may be chosen for an answer. */
export interface TemplateValue {
  readonly dataset: string;
  readonly field: string;
  readonly networkId: string;
  readonly furnishingEntityId: string;
  readonly recordId: string;
  /** Milliseconds since the epoch. */
  readonly furnishedAt: number;
  /** As it is stored: a secret is sealed. */
  readonly value: unknown;
}

/** Names a furnished field, to look it up by. */
export function keyOf({ dataset, field }: Pick<TemplateValue, 'dataset' | 'field'>): string {
  return `${dataset}.${field}`;
}

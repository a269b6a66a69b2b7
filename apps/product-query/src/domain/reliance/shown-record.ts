/** A value of a record that a file discloses, or to which it commits. */
export interface ShownValue {
  readonly model: string;
  readonly field: string;
  readonly value: unknown;
  /** Whether the reader of the file may have it. */
  readonly isVisible: boolean;
}

/** A record in a reliance file; the fields depend on its data set alone, not on what it states. */
export interface ShownRecord {
  readonly recordId: string;
  readonly networkId: string;
  readonly furnishingEntityId: string;
  readonly values: readonly ShownValue[];
}

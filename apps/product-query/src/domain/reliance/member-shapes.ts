/** The pseudo-model of the name and the registration of the business in a record. */
export const STATED_BUSINESS = 'stated_business';

/** `policy.json` of a reliance file. */
export interface PolicyFile {
  readonly policies: readonly {
    readonly policy_id: string;
    readonly version: number;
    readonly model_selections: readonly unknown[];
  }[];
}

/** `records/<record_id>.json` of a reliance file. */
export interface RecordFile {
  readonly record_id: string;
  readonly network_id: string;
  readonly furnishing_entity_id: string;
  readonly fields: readonly FieldLeaf[];
}

/** A value of a record: hidden without `json` and `salt`. */
export interface FieldLeaf {
  readonly model: string;
  readonly field: string;
  readonly sha256: string;
  readonly salt?: string;
  readonly json?: string;
}

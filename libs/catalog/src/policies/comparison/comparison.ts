import type {
  ConsentDemand,
  ModelSelection,
  PermissiblePurpose,
  PolicyEffect,
  QueryingPolicyStatus,
} from '@ndx/contracts';

/** The members of a querying policy that decide what answers release. */
export interface QueryingConfiguration {
  readonly status: QueryingPolicyStatus;
  readonly isDefault: boolean;
  readonly enforced: boolean;
  readonly modelSelections: readonly ModelSelection[];
  /** Null: the default of the product. */
  readonly consent: ConsentDemand | null;
  /** Empty means any. */
  readonly permissiblePurposes: readonly PermissiblePurpose[];
}

/** A change of one member. */
export interface PolicyChange {
  /** The model that the member is of; null for a member of the configuration. */
  readonly modelName: string | null;
  readonly fieldName: string | null;
  readonly member: string;
  readonly effect: PolicyEffect;
  /** The rule before the change, in a sentence. */
  readonly before: string;
  readonly after: string;
  /** Why the rules by themselves would have another effect. */
  readonly note: string | null;
}

export interface FieldComparison {
  readonly fieldName: string;
  readonly effect: PolicyEffect;
}

export interface ModelComparison {
  readonly modelName: string;
  readonly effect: PolicyEffect;
  /** The fields with a change. */
  readonly fields: readonly FieldComparison[];
}

/** The effect of replacing one configuration by another. */
export interface PolicyComparison {
  readonly effect: PolicyEffect;
  /** The effect in a sentence. */
  readonly explanation: string;
  /** The models with a change. */
  readonly models: readonly ModelComparison[];
  readonly changes: readonly PolicyChange[];
}

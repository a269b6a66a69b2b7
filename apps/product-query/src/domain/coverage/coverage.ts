/** The fields of one model that a furnisher covers in one network. */
export interface ModelCoverage {
  readonly model: string;
  readonly fields: readonly { readonly field: string; readonly met: boolean }[];
}

/** The data that one furnisher could contribute to a response from one network (design 9). */
export interface FurnisherCoverage {
  readonly furnishingEntityId: string;
  readonly networkId: string;
  readonly models: readonly ModelCoverage[];
  /** The `model.field` or `model` paths that the policy requires and this furnisher alone does not meet. */
  readonly missing: readonly string[];
}

/** The data of all furnishers of a subject, separately and together. */
export interface SubjectCoverage {
  readonly furnishers: readonly FurnisherCoverage[];
  /** Whether a query would have a result. */
  readonly issuable: boolean;
}

/** Whether the policy's requirements are met from this furnisher alone (decision 0021). */
export function isComplete({ missing }: FurnisherCoverage): boolean {
  return missing.length === 0;
}

/** The decision of a governor that a business is two. */
export interface Separation {
  readonly id: string;
  readonly networkId: string;
  readonly subjectId: string;
  readonly newSubjectId: string;
  readonly reason: string;
  /** The governor. */
  readonly accountId: string;
  readonly entityId: string;
  readonly separatedAt: Date;
  readonly statementEntityIds: readonly string[];
  readonly recordIds: readonly string[];
  readonly consentIds: readonly string[];
}

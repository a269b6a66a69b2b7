/**
 * How a query named its policy, its consent and its subject. It is stored beside the event and shown
 * to nobody: with the event and the decision, the query can be made again.
 */
export interface AskedQuery {
  /** The id of the policy; absent: each network's own default. */
  readonly policy?: string | undefined;
  /** The id of the consent. */
  readonly consent?: string | undefined;
  /** The id of the subject. */
  readonly subject?: string | undefined;
  /** The keyed hashes of the subject's identifiers, in order of precedence. */
  readonly hashes?: readonly string[];
}

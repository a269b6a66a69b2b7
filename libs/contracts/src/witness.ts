/** A server of another organization that cosigns the audit logs of a network. */
export interface Witness {
  /** The key of its cosignatures (C2SP signed-note). */
  readonly verifier_key: string;
  /** The prefix of its C2SP tlog-witness paths. */
  readonly url: string;
}

/** The most witnesses of a network. */
export const MAX_WITNESSES = 8;

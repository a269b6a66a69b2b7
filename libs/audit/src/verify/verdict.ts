/** The first altered entry of a chain. */
export interface ChainFault {
  readonly seq: number;
  /** Undefined when the entry itself is missing. */
  readonly eventId?: string;
  readonly reason: string;
}

/** The result for one chain. */
export interface ChainVerdict {
  readonly chain: string;
  /** The number of unaltered entries, from the first. */
  readonly entries: number;
  /** The hash of the last of them. */
  readonly head: string;
  readonly fault?: ChainFault;
  /** The cut: the entries up to this one are archived. */
  readonly archived?: number;
  /** The entry that records the loss of the entries by which the chain differs from exported heads. */
  readonly gap?: number;
}

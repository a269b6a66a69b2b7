/** The first entry of a chain that is not as it was written. */
export interface ChainFault {
  readonly seq: number;
  /** Undefined where the entry itself is gone. */
  readonly eventId?: string;
  readonly reason: string;
}

/** What became of one chain. */
export interface ChainVerdict {
  readonly chain: string;
  /** How many entries are as they were written, from the first. */
  readonly entries: number;
  /** The hash of the last of them. */
  readonly head: string;
  readonly fault?: ChainFault;
}

/** The first altered entry of a log. */
export interface LogFault {
  readonly seq: number;
  /** Undefined when the entry itself is missing. */
  readonly eventId?: string;
  readonly reason: string;
}

/** The result for one log. */
export interface LogVerdict {
  readonly network: string;
  /** The number of unaltered entries, from the first. */
  readonly entries: number;
  /** The root of their tree, in hexadecimal. */
  readonly root: string;
  /** The signed note of the tree; undefined unless it is of these entries. */
  readonly checkpoint?: string;
  readonly fault?: LogFault;
  /** The cut: the entries up to this one are archived. */
  readonly archived?: number;
  /** The entry that records the loss of the entries by which the log differs from a checkpoint. */
  readonly gap?: number;
}

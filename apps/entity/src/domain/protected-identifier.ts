/** An SSN or EIN as stored: never in plain text (design 5). */
export interface ProtectedIdentifier {
  /** Encrypted. */
  readonly sealed: string;
  /** The keyed hash for look-ups in its own network. */
  readonly index: string;
  readonly lastFour: string;
}

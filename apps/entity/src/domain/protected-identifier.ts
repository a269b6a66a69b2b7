/** An SSN or EIN as it rests: never in the clear (design 5). */
export interface ProtectedIdentifier {
  /** Encrypted. */
  readonly sealed: string;
  /** The keyed hash by which it is found in its own network. */
  readonly index: string;
  /** The keyed hash by which the same subject is found in another network (design 9). */
  readonly matchHash: string;
  readonly lastFour: string;
}

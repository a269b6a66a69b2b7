/** A key as it stands in a variable: encrypted under a wrapping key. */
export interface WrappedKey {
  /** The hash of RSA-OAEP (RFC 8017), and of its mask. */
  readonly hash: 'sha1' | 'sha256';
  /** The name of the wrapping key. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** Has the wrapping keys. A process opens it once, at its start. */
export interface KeyStore {
  /** @throws KeyStoreFault when it lacks the wrapping key, or the bytes are wrapped for another one */
  unwrap(wrapped: WrappedKey): Buffer;
  close(): void;
}

/** A wrapped key cannot be opened; the message has no secret. */
export class KeyStoreFault extends Error {
  /** @param variable the variable that must be corrected, where it is not the one with the key */
  constructor(
    message: string,
    readonly variable?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'KeyStoreFault';
  }
}

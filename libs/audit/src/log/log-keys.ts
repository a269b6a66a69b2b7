import type { KeyObject } from 'node:crypto';
import {
  formatCheckpoint,
  formatNote,
  formatVerifierKey,
  InvalidNote,
  noteSigner,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  verifiedSignatures,
  verifierKey,
  type Checkpoint,
  type CompactRange,
  type NoteSigner,
} from '@ndx/proof';

/** The data of an entry about a new key. */
export interface Rotation {
  /** The note of the tree before the entry, signed by both keys. */
  readonly checkpoint: string;
  /** The verifier key of a signed note. */
  readonly next: string;
}

/** The names of a service's logs, and the public keys by which anybody verifies them. */
export class LogVerifier {
  /**
   * @param deployment the same in the names of all logs of a deployment
   * @param keys the service's present and earlier keys, of 32 bytes
   */
  constructor(
    private readonly deployment: string,
    readonly service: string,
    private readonly keys: readonly Uint8Array[],
  ) {}

  /** The name of a log and of its key. */
  originOf(network: string): string {
    return `${this.deployment}/${network}/${this.service}`;
  }

  /** Undefined unless the service signed the note as a checkpoint of the log. */
  checkpointOf(network: string, note: string): Checkpoint | undefined {
    try {
      const text = this.signedText(network, note);
      const checkpoint = text === undefined ? undefined : parseCheckpoint(text);
      return checkpoint?.origin === this.originOf(network) ? checkpoint : undefined;
    } catch (error) {
      if (error instanceof InvalidNote) return undefined;
      throw error;
    }
  }

  /**
   * The checkpoint before a rotation; undefined unless a key of the service and the next one both
   * signed it.
   */
  rotationOf(network: string, { checkpoint, next }: Rotation): Checkpoint | undefined {
    try {
      const key = parseVerifierKey(next);
      const isNext = key.name === this.originOf(network);
      const byNext = isNext ? verifiedSignatures(parseNote(checkpoint), [key]) : [];
      const before = this.keys.filter((known) => !key.publicKey.equals(known));
      const others = new LogVerifier(this.deployment, this.service, before);
      return byNext.length > 0 ? others.checkpointOf(network, checkpoint) : undefined;
    } catch (error) {
      if (error instanceof InvalidNote || error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** Whether the service signed the text of the log. */
  isSigned(network: string, text: string, signatures: string): boolean {
    try {
      return this.signedText(network, `${text}\n${signatures}`) === text;
    } catch (error) {
      if (error instanceof InvalidNote) return false;
      throw error;
    }
  }

  private signedText(network: string, signed: string): string | undefined {
    const name = this.originOf(network);
    const keys = this.keys.map((key) => verifierKey(name, 'ed25519', key));
    const note = parseNote(signed);
    return verifiedSignatures(note, keys).length > 0 ? note.text : undefined;
  }
}

/** Signs the logs of a service. */
export class LogSigner {
  private readonly signers = new Map<string, NoteSigner>();

  /** @param key an Ed25519 private key, whose public key the verifier has */
  constructor(
    readonly verifier: LogVerifier,
    private readonly key: KeyObject,
  ) {}

  /** The signed note of the log's whole tree. */
  checkpoint(network: string, tree: CompactRange): string {
    const origin = this.verifier.originOf(network);
    return this.signed(network, formatCheckpoint({ origin, size: tree.size, root: tree.root() }));
  }

  /** Signs the tree before an entry about the next key with both keys. */
  rotation(network: string, tree: CompactRange, next: LogSigner): Rotation {
    const checkpoint = this.checkpoint(network, tree);
    const { text, signatures } = parseNote(checkpoint);
    const signer = next.signerOf(network);
    return {
      checkpoint: formatNote({ text, signatures: [...signatures, signer.sign(text)] }),
      next: formatVerifierKey(signer.verifier),
    };
  }

  /** The lines below the text of a signed note. */
  signature(network: string, text: string): string {
    return this.signed(network, text).slice(text.length + 1);
  }

  private signed(network: string, text: string): string {
    return formatNote({ text, signatures: [this.signerOf(network).sign(text)] });
  }

  private signerOf(network: string): NoteSigner {
    const name = this.verifier.originOf(network);
    const signer = this.signers.get(name) ?? noteSigner(name, this.key);
    this.signers.set(name, signer);
    return signer;
  }
}

import { fromBase64 } from '../note/base64.js';
import { InvalidNote } from '../note/note.js';
import { HASH_BYTES } from '../tree/hashing.js';

/** The head of a log (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** `<deployment>/<network_id>/<service>`; also the name of the log's key */
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
}

/** The text of a checkpoint's note; other lines after the root are never written. */
export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${root.toString('base64')}\n`;
}

/**
 * Lines after the root are allowed and ignored.
 *
 * @throws InvalidNote
 */
export function parseCheckpoint(text: string): Checkpoint {
  const [origin, digits, base64, ...more] = text.split('\n');
  const size = Number(digits);
  const root = fromBase64(base64 ?? '');
  const lines = [origin, ...more.slice(0, -1)];
  if (!text.endsWith('\n') || more.length === 0 || lines.includes('') || origin === undefined) {
    throw new InvalidNote('A checkpoint has three lines or more, none of them empty.');
  }
  if (!Number.isSafeInteger(size) || size < 0 || String(size) !== digits) {
    throw new InvalidNote('The size of the checkpoint is no decimal number.');
  }
  if (root?.length !== HASH_BYTES) throw new InvalidNote('The root has no 32 bytes in base64.');
  return { origin, size, root };
}

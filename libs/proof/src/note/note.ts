import { fromBase64 } from './base64.js';
import { isKeyName } from './verifier-key.js';

/** A line below a note: the key that signed by its name and id (8 hexadecimal digits). */
export interface NoteSignature {
  readonly name: string;
  readonly keyId: string;
  readonly signature: Buffer;
}

/** A text that ends with a newline and its signatures (C2SP signed-note). */
export interface Note {
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** The bytes are no signed note, or a known key's signature is not valid. */
export class InvalidNote extends Error {}

const ID_BYTES = 4;
/** The longest note that is read, and the most signature lines of one. */
const MAX_BYTES = 1_000_000;
const MAX_SIGNATURES = 100;

/** @throws InvalidNote */
export function parseNote(note: string): Note {
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  if (note.length > MAX_BYTES || end < 0 || !note.endsWith('\n') || !isPlain(note)) {
    throw new InvalidNote('The note has no signatures after an empty line.');
  }
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > MAX_SIGNATURES) throw new InvalidNote('The note has too many signatures.');
  return { text, signatures: lines.map(parseSignature) };
}

/** @throws InvalidNote when the text does not end with a newline */
export function formatNote({ text, signatures }: Note): string {
  if (!text.endsWith('\n')) throw new InvalidNote('The text of a note ends with a newline.');
  return `${text}\n${signatures.map(formatSignature).join('')}`;
}

/** One line with its newline, as a note has it and a witness answers it. */
export function formatSignature({ name, keyId, signature }: NoteSignature): string {
  const bytes = Buffer.concat([Buffer.from(keyId, 'hex'), signature]);
  return `— ${name} ${bytes.toString('base64')}\n`;
}

/** @throws InvalidNote */
export function parseSignature(line: string): NoteSignature {
  const [dash, name, base64, ...more] = line.split(' ');
  const bytes = fromBase64(base64 ?? '');
  if (dash !== '—' || name === undefined || !isKeyName(name) || more.length > 0) {
    throw new InvalidNote('A line below the note is no signature.');
  }
  if (bytes === undefined || bytes.length <= ID_BYTES) {
    throw new InvalidNote(`The signature of ${name} is not in base64.`);
  }
  const keyId = bytes.subarray(0, ID_BYTES).toString('hex');
  return { name, keyId, signature: bytes.subarray(ID_BYTES) };
}

/** Whether the text is well formed and has no control character but newlines. */
function isPlain(text: string): boolean {
  return !/\p{Cs}|[^\P{Cc}\n]/u.test(text);
}

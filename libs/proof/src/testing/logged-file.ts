import { canonicalJson } from '../canonical-json.js';
import { formatCheckpoint } from '../log/checkpoint.js';
import { privateKeyOf, publicBytesOf } from '../note/ed25519.js';
import { formatNote, type NoteSignature } from '../note/note.js';
import { noteSigner } from '../note/sign-note.js';
import { formatVerifierKey } from '../note/verifier-key.js';
import { textCommitment } from '../reliance/manifest.js';
import { leafHash, nodeHash } from '../tree/hashing.js';
import { EVENT_ID } from './reliance-file.js';

const ORIGIN = 'localhost/network/product-query';
const SALT = 'ffeeddccbbaa99887766554433221100';
const COSIGNED_AT = new Date('2026-07-01T09:30:00Z');

export const LOG_PATH = 'log/network.json';

const logSigner = (byte: number) => noteSigner(ORIGIN, privateKeyOf(Buffer.alloc(32, byte)));
const witnessSigner = (name: string, byte: number) =>
  noteSigner(name, privateKeyOf(Buffer.alloc(32, byte)), 'cosignature');
const WITNESS = witnessSigner('witness.example.com', 11);
const OTHER_WITNESS = witnessSigner('other.example.com', 12);

/** The verifier key of a witness that cosigned the checkpoint; another one did, too. */
export const WITNESS_KEY = formatVerifierKey(WITNESS.verifier);

/** The entry of the published keys for the key of the log. */
export const LOG_JWK = {
  kid: 'log',
  purpose: 'checkpoints',
  x: publicBytesOf(privateKeyOf(Buffer.alloc(32, 9))).toString('base64url'),
};

export interface LogChange {
  /** Other members of the entry. */
  readonly entry?: object;
  /** The byte of the key that signs the checkpoint. */
  readonly signedBy?: number;
  readonly cosigned?: (signature: NoteSignature) => NoteSignature;
  readonly edit?: (text: string) => string;
}

/** The text of a log: one entry about the event, the second of three, in a cosigned checkpoint. */
export function logText(
  eventJson: string,
  {
    entry = {},
    signedBy = 9,
    cosigned = (signature) => signature,
    edit = (text) => text,
  }: LogChange = {},
): string {
  const json = `{"data":${eventJson},"request_id":"r"}`;
  const leaf = canonicalJson({
    ...{ v: 1, seq: 2, subject: EVENT_ID, type: 'query.executed.v1' },
    content: textCommitment(SALT, json),
  });
  const [left, right] = [leafHash('first'), leafHash('third')];
  const root = nodeHash(nodeHash(left, leafHash(leaf)), right);
  const text = formatCheckpoint({ origin: ORIGIN, size: 3, root });
  const signatures = [
    logSigner(signedBy).sign(text),
    OTHER_WITNESS.sign(text, COSIGNED_AT),
    cosigned(WITNESS.sign(text, COSIGNED_AT)),
  ];
  const logged = {
    ...{ leaf, index: 1, size: 3, salt: SALT, json },
    proof: [left, right].map((hash) => hash.toString('base64')),
    checkpoint: formatNote({ text, signatures }),
    ...entry,
  };
  return edit(canonicalJson({ entries: [logged] }));
}

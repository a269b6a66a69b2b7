import { canonicalJson } from '../canonical-json.js';
import { formatCheckpoint } from '../log/checkpoint.js';
import { privateKeyOf, publicBytesOf } from '../note/ed25519.js';
import { formatNote } from '../note/note.js';
import { noteSigner } from '../note/sign-note.js';
import { textCommitment } from '../reliance/manifest.js';
import { sealFile } from '../reliance/seal-file.js';
import { leafHash, nodeHash } from '../tree/hashing.js';
import { aFile, aFileKey, someTexts } from './reliance-file.js';

const ORIGIN = 'localhost/network/product-query';
const SALT = 'ffeeddccbbaa99887766554433221100';

/** A file with an entry of the log, the second of three, and with these members of the entry. */
export function aLoggedFile(changed: object = {}, signingByte = 9): Buffer {
  const key = aFileKey();
  const logKey = privateKeyOf(Buffer.alloc(32, 9));
  const x = publicBytesOf(logKey).toString('base64url');
  const keys = { keys: [key.jwk, { kid: 'log', x, purpose: 'checkpoints' }] };
  const texts = { ...someTexts(key), 'keys.json': canonicalJson(keys) };
  const file = aFile(texts);
  const json = `{"data":${texts['event.json']},"request_id":"r"}`;
  const leaf = canonicalJson({
    ...{ v: 1, seq: 2, subject: file.query_event_id, type: 'query.executed.v1' },
    content: textCommitment(SALT, json),
  });
  const [left, right] = [leafHash('first'), leafHash('third')];
  const root = nodeHash(nodeHash(left, leafHash(leaf)), right);
  const text = formatCheckpoint({ origin: ORIGIN, size: 3, root });
  const signer = noteSigner(ORIGIN, privateKeyOf(Buffer.alloc(32, signingByte)));
  const entry = {
    ...{ leaf, index: 1, size: 3, salt: SALT, json },
    proof: [left, right].map((hash) => hash.toString('base64')),
    checkpoint: formatNote({ text, signatures: [signer.sign(text)] }),
    ...changed,
  };
  const log = canonicalJson({ entries: [entry] });
  return sealFile(aFile({ ...texts, 'log/network.json': log }), key);
}

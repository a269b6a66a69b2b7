import { createHash } from 'node:crypto';
import { canonicalJson } from '../canonical-json.js';
import { privateKeyOf, publicBytesOf } from '../note/ed25519.js';
import type { FileKey } from '../reliance/detached-jws.js';
import { textCommitment } from '../reliance/manifest.js';
import type { UnsealedFile } from '../reliance/seal-file.js';

const SALT = '00112233445566778899aabbccddeeff';
/** The query event of the files. */
export const EVENT_ID = '0192d3c0-5c5e-7a80-9b1e-3c2d1a0f4e5b';

/** A key of 32 equal bytes. */
export function aFileKey(byte = 7): FileKey & { readonly jwk: object } {
  const privateKey = privateKeyOf(Buffer.alloc(32, byte));
  const x = publicBytesOf(privateKey).toString('base64url');
  const required = { crv: 'Ed25519', kty: 'OKP', x };
  const kid = createHash('sha256').update(canonicalJson(required)).digest('base64url');
  const jwk = { ...required, kid, alg: 'EdDSA', use: 'sig', purpose: 'answers' };
  return { kid, privateKey, jwk };
}

/** The texts of the members of a small file of a querier, by path. */
export function someTexts(key: Pick<ReturnType<typeof aFileKey>, 'jwk'>) {
  const leaf = { model: 'section', field: 'name', json: '"Example LLC"', salt: SALT };
  const sha256 = textCommitment(SALT, leaf.json);
  const hidden = { model: 'section', field: 'number', sha256: textCommitment(SALT, '1') };
  const record = { record_id: EVENT_ID, fields: [{ ...leaf, sha256 }, hidden] };
  return {
    'answer.json': '{"result":{}}',
    'decision.json': '{}',
    'event.json': canonicalJson({ query_event_id: EVENT_ID, outcome: 'issued' }),
    'keys.json': canonicalJson({ keys: [key.jwk] }),
    'policy.json': '{"policies":[]}',
    [`records/${EVENT_ID}.json`]: canonicalJson(record),
  };
}

/** A small file with these texts of members. */
export function aFile(texts: Readonly<Record<string, string>>): UnsealedFile {
  const commitment = (of: 'answer' | 'decision' | 'event') => ({
    of,
    sha256: textCommitment(SALT, texts[`${of}.json`] ?? ''),
    ...(of !== 'decision' && { salt: SALT }),
  });
  return {
    query_event_id: EVENT_ID,
    reader: { kind: 'querier', entity_id: EVENT_ID },
    commitments: [commitment('answer'), commitment('decision'), commitment('event')],
    members: Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
  };
}

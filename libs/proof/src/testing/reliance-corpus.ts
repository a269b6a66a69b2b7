import { canonicalJson } from '../canonical-json.js';
import { openRelianceFile } from '../reliance/open-file.js';
import { sealFile, type UnsealedFile } from '../reliance/seal-file.js';
import { writeZip, type ZipMember } from '../reliance/stored-zip.js';
import { LOG_JWK, LOG_PATH, logText, type LogChange } from './logged-file.js';
import { aFile, aFileKey, someTexts } from './reliance-file.js';

/** A file and its verdict: `verified`, or a code with the member that has the fault. */
export interface CorpusFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly code: string;
  readonly member: string | null;
}

const key = aFileKey();
const unlogged = someTexts(key);
const texts: Readonly<Record<string, string>> = {
  ...unlogged,
  'keys.json': canonicalJson({ keys: [key.jwk, LOG_JWK] }),
  [LOG_PATH]: logText(unlogged['event.json']),
};
const sealed = sealFile(aFile(texts), key);
const record = Object.keys(texts).find((path) => path.startsWith('records/')) ?? '';

/** The file, sealed with other texts of members; undefined removes one. */
function sealedWith(
  changed: Readonly<Record<string, string | undefined>>,
  change: Partial<UnsealedFile> = {},
): Buffer {
  const kept = Object.entries({ ...texts, ...changed }).flatMap(([path, text]) =>
    text === undefined ? [] : [[path, text] as const],
  );
  return sealFile({ ...aFile(Object.fromEntries(kept)), ...change }, key);
}

/** The members of the sealed file, changed and stored again without a new signature. */
function stored(change: (members: ZipMember[]) => readonly ZipMember[]): Buffer {
  const all = [...openRelianceFile(sealed).members];
  return writeZip(change(all.map(([path, bytes]) => ({ path, bytes }))));
}

const edited = (path: string, edit: (text: string) => string) =>
  stored((members) =>
    members.map((member) => {
      if (member.path !== path) return member;
      return { path, bytes: Buffer.from(edit(Buffer.from(member.bytes).toString())) };
    }),
  );

/** The sealed file with one other byte. */
function withByte(offset: number, change: (byte: number) => number): Buffer {
  const changed = Buffer.from(sealed);
  changed[offset] = change(changed[offset] ?? 0);
  return changed;
}

const signatureWith = (change: (header: Record<string, unknown>) => object) =>
  edited('manifest.jws', (jws) => {
    const [header = '', , signature = ''] = jws.split('.');
    const changed = change(
      JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, unknown>,
    );
    return `${Buffer.from(JSON.stringify(changed)).toString('base64url')}..${signature}`;
  });

const withoutResult = unlogged['event.json'].replace('issued', 'no_result');
const withLog = (change: LogChange) =>
  sealedWith({ [LOG_PATH]: logText(unlogged['event.json'], change) });

const OF_READERS = {
  querier: sealed,
  'querier without a result': sealedWith({
    'answer.json': undefined,
    'event.json': withoutResult,
    [LOG_PATH]: logText(withoutResult),
    [record]: undefined,
  }),
  governor: sealedWith(
    { 'answer.json': undefined, [record]: undefined },
    { reader: { kind: 'governor', entity_id: 'g' } },
  ),
  furnisher: sealedWith(
    { 'answer.json': undefined, [LOG_PATH]: undefined },
    { reader: { kind: 'furnisher', entity_id: 'f' } },
  ),
  'after a rotation': sealedWith({
    'keys.json': JSON.stringify({ keys: [aFileKey(9).jwk, key.jwk, LOG_JWK] }),
  }),
  // Who knows the key of the witness rejects it.
  'another cosignature': withLog({
    cosigned: ({ signature, ...rest }) => ({
      ...rest,
      signature: Buffer.from(signature.map((b) => b ^ 1)),
    }),
  }),
};

const damaged: readonly (readonly [string, Buffer, string, string | null])[] = [
  ['no zip', Buffer.from('%PDF-1.7'), 'not_a_zip', null],
  ['empty', Buffer.alloc(0), 'not_a_zip', null],
  ['cut', sealed.subarray(0, -1), 'zip_form', null],
  ['longer', Buffer.concat([sealed, Buffer.alloc(1)]), 'zip_form', null],
  [
    'bit of an answer',
    withByte(sealed.indexOf('{"result"'), (b) => b ^ 1),
    'zip_form',
    'answer.json',
  ],
  ['bit of a time', withByte(10, (b) => b ^ 1), 'zip_form', 'manifest.json'],
  [
    'bit of a header',
    withByte(sealed.indexOf('manifest.jws') - 30, (b) => b ^ 1),
    'zip_form',
    null,
  ],
  [
    'bit of the directory',
    withByte(sealed.lastIndexOf('event.json'), (b) => b ^ 1),
    'zip_form',
    'event.json',
  ],
  ['compressed', withByte(8, () => 8), 'compressed', 'manifest.json'],
  [
    'path upwards',
    stored(([first, ...rest]) => [
      ...(first ? [first] : []),
      { path: '../a', bytes: Buffer.alloc(0) },
      ...rest,
    ]),
    'unsafe_path',
    '../a',
  ],
  [
    'absolute path',
    stored(() => [{ path: '/etc/hosts', bytes: Buffer.alloc(0) }]),
    'unsafe_path',
    '/etc/hosts',
  ],
  ['twice', stored((members) => [...members, ...members]), 'duplicate_member', 'manifest.json'],
  ['other order', stored((members) => members.toReversed()), 'zip_form', 'policy.json'],
  ...['manifest.json', 'manifest.jws', 'keys.json'].map(
    (path) =>
      [
        `without ${path.replace('.', ' ')}`,
        stored((members) => members.filter((member) => member.path !== path)),
        'member_missing',
        path,
      ] as const,
  ),
  [
    'other format',
    edited('manifest.json', (text) => text.replace('file/1', 'file/2')),
    'manifest_invalid',
    'manifest.json',
  ],
  [
    'other reader',
    edited('manifest.json', (text) => text.replace('"querier"', '"governor"')),
    'signature_invalid',
    'manifest.jws',
  ],
  [
    'padded signature',
    edited('manifest.jws', (text) => `${text}=`),
    'signature_invalid',
    'manifest.jws',
  ],
  [
    'second spelling of a signature',
    edited('manifest.jws', respelled),
    'signature_invalid',
    'manifest.jws',
  ],
  [
    'no algorithm',
    signatureWith((header) => ({ ...header, alg: 'none' })),
    'signature_invalid',
    'manifest.jws',
  ],
  [
    'unordered header',
    signatureWith(({ alg, ...rest }) => ({ ...rest, alg })),
    'signature_invalid',
    'manifest.jws',
  ],
  [
    'second spelling of a key',
    sealedWith({ 'keys.json': texts['keys.json']?.replace(/(?<="x":")[^"]+/g, respelled) }),
    'key_unknown',
    'keys.json',
  ],
  ['without its key', sealedWith({ 'keys.json': '{"keys":[]}' }), 'key_unknown', 'keys.json'],
  [
    'key of checkpoints',
    sealedWith({ 'keys.json': texts['keys.json']?.replace('"answers"', '"checkpoints"') }),
    'key_unknown',
    'keys.json',
  ],
  [
    'changed answer',
    edited('answer.json', (text) => text.replace('result', 'Result')),
    'digest_differs',
    'answer.json',
  ],
  [
    'without a record',
    stored((members) => members.filter(({ path }) => path !== record)),
    'member_missing',
    record,
  ],
  [
    'more members',
    stored((members) => [...members, { path: 'zz.txt', bytes: Buffer.from('x') }]),
    'member_unexpected',
    'zz.txt',
  ],
  ['without an event', sealedWith({ 'event.json': undefined }), 'member_missing', 'event.json'],
  ['without an answer', sealedWith({ 'answer.json': undefined }), 'member_missing', 'answer.json'],
  [
    'answer of a governor',
    sealedWith({}, { reader: { kind: 'governor', entity_id: 'g' } }),
    'content_invalid',
    'answer.json',
  ],
  [
    'other query',
    sealedWith({ 'event.json': '{"outcome":"issued","query_event_id":"x"}' }),
    'content_invalid',
    'event.json',
  ],
  ['no json', sealedWith({ 'policy.json': '{' }), 'content_invalid', 'policy.json'],
  [
    'other record',
    sealedWith({ [record]: '{"fields":[],"record_id":"x"}' }),
    'content_invalid',
    record,
  ],
  [
    'other value',
    sealedWith({ [record]: texts[record]?.replace('Example', 'Another') }),
    'commitment_differs',
    record,
  ],
  [
    'other salt',
    sealedWith({}, { commitments: otherSalts() }),
    'commitment_differs',
    'answer.json',
  ],
];

/** Entries of the log that prove nothing. */
const UNPROVEN: Readonly<Record<string, LogChange>> = {
  'log of another key': { signedBy: 10 },
  'log with another index': { entry: { index: 2 } },
  'log of another size': { entry: { size: 4 } },
  'log without a proof': { entry: { proof: [] } },
  'log with another leaf': { entry: { leaf: '{}' } },
  'log with another salt': { entry: { salt: '00112233445566778899aabbccddeeff' } },
  'log of another event': { entry: { json: '{"data":{},"request_id":"r"}' } },
  'log with another checkpoint': { entry: { checkpoint: 'a\n3\n\n' } },
  'log with a second spelling of a hash': {
    edit: (text) => text.replace(/(?<="proof":\[")[^"]+/, respelled),
  },
  'log with a second spelling of a signature': {
    edit: (text) => text.replace(/(?<=\\n\\n— \S+ )[^\\]+/, respelled),
  },
  'log with a second spelling of a cosignature': {
    edit: (text) => text.replace(/(?<=— other\S+ )[^\\]+/, respelled),
  },
};

/** The same bytes by other unused bits of the last character of base64. */
function respelled(base64: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const text = base64.replaceAll('=', '');
  const other = alphabet[alphabet.indexOf(text.slice(-1)) + 1] ?? '';
  return text.slice(0, -1) + other + base64.slice(text.length);
}

function otherSalts(): UnsealedFile['commitments'] {
  return aFile(texts).commitments.map((one) => ({
    ...one,
    ...(one.salt && { salt: '0'.repeat(32) }),
  }));
}

/** Files of every reader, and of every fault that a small file can have. */
export const RELIANCE_CORPUS: readonly CorpusFile[] = [
  ...Object.entries(OF_READERS).map(([name, bytes]) => ({
    name,
    bytes,
    code: 'verified',
    member: null,
  })),
  ...damaged.map(([name, bytes, code, member]) => ({ name, bytes, code, member })),
  ...Object.entries(UNPROVEN).map(([name, change]) => ({
    name,
    bytes: withLog(change),
    code: 'log_invalid',
    member: LOG_PATH,
  })),
].map((file) => ({ ...file, name: file.name.replaceAll(' ', '-') }));

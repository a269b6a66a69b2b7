import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { aFile, aFileKey, someTexts } from '../testing/reliance-file.js';
import { InvalidRelianceFile } from './invalid-file.js';
import { openRelianceFile } from './open-file.js';
import { sealFile } from './seal-file.js';
import { writeZip, type ZipMember } from './stored-zip.js';

const key = aFileKey();
const texts: Readonly<Record<string, string>> = someTexts(key);
const sealed = sealFile(aFile(texts), key);
const record = Object.keys(texts).find((path) => path.startsWith('records/')) ?? '';

/** Where the contents of the members are in the file. */
const contents = [...openRelianceFile(sealed).members].map(([path, bytes]) => {
  const start = sealed.indexOf(Buffer.concat([Buffer.from(path), bytes])) + path.length;
  return { path, start, end: start + bytes.length };
});

function faultOf(file: Uint8Array, trusted?: Uint8Array) {
  try {
    openRelianceFile(file, trusted);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidRelianceFile) return [error.code, error.member];
    throw error;
  }
}

/** The file, sealed with other texts of members. */
const sealedWith = (changed: Readonly<Record<string, string>>) =>
  sealFile(aFile({ ...texts, ...changed }), key);

/** The members of the sealed file, changed and stored again. */
function stored(change: (members: ZipMember[]) => readonly ZipMember[]): Buffer {
  const all = [...openRelianceFile(sealed).members];
  return writeZip(change(all.map(([path, bytes]) => ({ path, bytes }))));
}

const withBytes = (path: string, edit: (text: string) => string) =>
  stored((members) =>
    members.map((member) =>
      member.path === path
        ? { path, bytes: Buffer.from(edit(Buffer.from(member.bytes).toString())) }
        : member,
    ),
  );

describe('a reliance file', () => {
  test('opens with the key that signed it, and is equal however often it is sealed', () => {
    expect(openRelianceFile(sealed)).toMatchObject({
      kid: key.kid,
      manifest: { reader: { kind: 'querier' } },
    });
    expect(sealFile(aFile(texts), aFileKey())).toEqual(sealed);
  });

  test('has the bytes that Python writes', () => {
    const script = `
import io, sys, zipfile
given = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
out = io.BytesIO()
with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as made:
    for name in given.namelist():
        made.writestr(zipfile.ZipInfo(name), given.read(name))
sys.stdout.buffer.write(out.getvalue())`;
    expect(execFileSync('python3', ['-c', script], { input: sealed })).toEqual(sealed);
  });

  test('names the member of any changed bit', () => {
    const unnamed: unknown[] = [];
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const [offset, mask] = [bit >> 3, 1 << (bit & 7)];
      const fault = faultOf(changedAt(offset, (sealed[offset] ?? 0) ^ mask));
      const member = contents.find(({ start, end }) => start <= offset && offset < end);
      if (!fault || (member && fault[1] !== member.path)) unnamed.push([bit, fault]);
    }
    expect(unnamed).toEqual([]);
  });

  test.each<[string, Buffer, readonly [string, string | null]]>([
    ['that is no ZIP', Buffer.from('%PDF-1.7'), ['not_a_zip', null]],
    ['that is empty', Buffer.alloc(0), ['not_a_zip', null]],
    ['that is huge', Buffer.alloc(64 * 1024 * 1024 + 1), ['too_large', null]],
    ['that was cut', sealed.subarray(0, sealed.length - 1), ['zip_form', null]],
    ['with a compressed member', changedAt(8, 8), ['compressed', 'manifest.json']],
    [
      'with a path out of its folder',
      stored(() => [{ path: '../answer.json', bytes: Buffer.alloc(0) }]),
      ['unsafe_path', '../answer.json'],
    ],
    [
      'with a member twice',
      stored((members) => [...members, ...members]),
      ['duplicate_member', 'manifest.json'],
    ],
    ['in another order', stored((members) => members.toReversed()), ['zip_form', 'policy.json']],
    [
      'without its signature',
      stored((members) => members.filter(({ path }) => path !== 'manifest.jws')),
      ['member_missing', 'manifest.jws'],
    ],
    [
      'of another format',
      withBytes('manifest.json', () => '{}'),
      ['manifest_invalid', 'manifest.json'],
    ],
    [
      'whose manifest was changed',
      withBytes('manifest.json', (text) => text.replace('"querier"', '"governor"')),
      ['signature_invalid', 'manifest.jws'],
    ],
    [
      'whose signature is spelled in another way',
      withBytes('manifest.jws', (text) => `${text}=`),
      ['signature_invalid', 'manifest.jws'],
    ],
    ['without the key', sealedWith({ 'keys.json': '{"keys":[]}' }), ['key_unknown', 'keys.json']],
    [
      'with a changed answer',
      withBytes('answer.json', (text) => text.replace('result', 'Result')),
      ['digest_differs', 'answer.json'],
    ],
    [
      'without a listed member',
      stored((members) => members.filter(({ path }) => path !== record)),
      ['member_missing', record],
    ],
    [
      'with an unlisted member',
      stored((members) => [...members, { path: 'zz.txt', bytes: Buffer.from('x') }]),
      ['member_unexpected', 'zz.txt'],
    ],
    ['about another query', sealedWith({ 'event.json': '{}' }), ['content_invalid', 'event.json']],
    [
      'with a member that is no JSON',
      sealedWith({ 'policy.json': '{' }),
      ['content_invalid', 'policy.json'],
    ],
    [
      'with another value than it commits to',
      sealedWith({ [record]: (texts[record] ?? '').replace('Example', 'Another') }),
      ['commitment_differs', record],
    ],
  ])('%s is rejected', (_, file, fault) => {
    expect(faultOf(file)).toEqual(fault);
  });

  test('of a key that the published keys do not have is rejected', () => {
    const published = (...keys: object[]) => Buffer.from(JSON.stringify({ keys }));
    expect(faultOf(sealed, published(aFileKey(9).jwk, key.jwk))).toBeUndefined();
    expect(faultOf(sealed, published(aFileKey(9).jwk))).toEqual(['key_unknown', 'keys.json']);
  });
});

function changedAt(offset: number, byte: number): Buffer {
  const changed = Buffer.from(sealed);
  changed[offset] = byte;
  return changed;
}

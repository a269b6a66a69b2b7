import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { placesIn, storedAgain, verdictOn, withBit } from '../testing/changed-bit.js';
import { LOG_JWK, LOG_PATH, WITNESS_KEY } from '../testing/logged-file.js';
import { RELIANCE_CORPUS, type CorpusFile } from '../testing/reliance-corpus.js';
import { aFile, aFileKey, someTexts } from '../testing/reliance-file.js';
import { parseVerifierKey } from '../note/verifier-key.js';
import { openRelianceFile } from './open-file.js';
import { sealFile } from './seal-file.js';

const key = aFileKey();
const texts = someTexts(key);
const sealed = sealFile(aFile(texts), key);

/** Where the contents of the members are in the file. */
const contents = placesIn(openRelianceFile(sealed));

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

  test('names the member of any changed bit', async () => {
    const unnamed: unknown[] = [];
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const found = await verdictOn(withBit(sealed, bit));
      const member = contents.find(({ start, end }) => start <= bit >> 3 && bit >> 3 < end);
      const isNamed = member === undefined || found.member === member.path;
      if (found.code === 'verified' || !isNamed) unnamed.push([bit, found]);
    }
    expect(unnamed).toEqual([]);
  });

  test('names the member of any changed bit also where the ZIP was written again', async () => {
    const unnamed: unknown[] = [];
    for (const { path, start, end } of contents) {
      // The signature is over the manifest; a changed key is named by itself or the signature.
      const isNamed = !path.startsWith('manifest.') && path !== 'keys.json';
      for (let bit = start * 8; bit < end * 8; bit += 1) {
        const found = await verdictOn(storedAgain(withBit(sealed, bit), contents));
        if (found.code === 'verified' || (isNamed && found.member !== path)) {
          unnamed.push([bit, path, found]);
        }
      }
    }
    expect(unnamed).toEqual([]);
  });

  test('that is huge is rejected', async () => {
    const huge = Buffer.alloc(64 * 1024 * 1024 + 1);
    expect(await verdictOn(huge)).toEqual({ code: 'too_large', member: null });
  });

  test('of a key that the published keys do not have is rejected', async () => {
    const published = (...keys: object[]) => Buffer.from(JSON.stringify({ keys }));
    const verdict = (...keys: object[]) => verdictOn(sealed, { published: published(...keys) });
    expect(await verdict(aFileKey(9).jwk, key.jwk)).toMatchObject({ code: 'verified' });
    expect(await verdict(aFileKey(9).jwk)).toMatchObject({ code: 'key_unknown' });
  });

  test('whose checkpoint a key signed that the published keys do not have is rejected', async () => {
    const logged = RELIANCE_CORPUS.find(({ name }) => name === 'querier')?.bytes ?? sealed;
    const published = (...keys: object[]) => Buffer.from(JSON.stringify({ keys }));
    const verdict = (...keys: object[]) => verdictOn(logged, { published: published(...keys) });
    expect(await verdict(key.jwk, LOG_JWK)).toMatchObject({ code: 'verified' });
    const rejected = { code: 'log_invalid', member: LOG_PATH };
    expect(await verdict(key.jwk)).toEqual(rejected);
    expect(await verdict(key.jwk, { ...LOG_JWK, x: 'A'.repeat(43) })).toEqual(rejected);
  });
});

describe('the checkpoint in a reliance file', () => {
  const witnesses = [parseVerifierKey(WITNESS_KEY)];
  const fileOf = (name: string) =>
    RELIANCE_CORPUS.find((file) => file.name === name)?.bytes ?? Buffer.alloc(0);

  test('has the cosignatures of known witnesses and unchecked ones', () => {
    const { name } = parseVerifierKey(WITNESS_KEY);
    expect(openRelianceFile(fileOf('querier'), { witnesses }).checkpoints).toMatchObject([
      {
        witnesses: [{ name, at: new Date('2026-07-01T09:30:00Z') }],
        unchecked: ['other.example.com'],
      },
    ]);
    expect(openRelianceFile(fileOf('querier')).checkpoints).toMatchObject([
      { witnesses: [], unchecked: ['other.example.com', name] },
    ]);
  });

  test('is rejected for a cosignature that a known witness did not make', async () => {
    const file = fileOf('another-cosignature');
    expect(await verdictOn(file)).toMatchObject({ code: 'verified' });
    const rejected = { code: 'log_invalid', member: LOG_PATH };
    expect(await verdictOn(file, { witnesses })).toEqual(rejected);
  });
});

/** For verifiers of other authors; `UPDATE_CORPUS=1` writes it. */
const CORPUS = `${__dirname}/../../corpus/`;

describe('the corpus of reliance files', () => {
  test.each(RELIANCE_CORPUS.map((file) => [file.name, file] as const))(
    'has its verdict on %s',
    async (_, { bytes, code, member }) => {
      expect(await verdictOn(bytes)).toEqual({ code, member });
    },
  );

  test('is stored for other verifiers', () => {
    if (process.env['UPDATE_CORPUS'] === '1') store(RELIANCE_CORPUS);
    const expected = RELIANCE_CORPUS.map(({ name, code, member }) => ({ name, code, member }));
    expect(JSON.parse(readFileSync(`${CORPUS}expected.json`, 'utf8'))).toEqual(expected);
    for (const { name, bytes } of RELIANCE_CORPUS) {
      expect(readFileSync(`${CORPUS}${name}.zip`).equals(bytes)).toBe(true);
    }
    expect(readdirSync(CORPUS)).toHaveLength(RELIANCE_CORPUS.length + 1);
  });
});

function store(files: readonly CorpusFile[]): void {
  mkdirSync(CORPUS, { recursive: true });
  for (const { name, bytes } of files) writeFileSync(`${CORPUS}${name}.zip`, bytes);
  const expected = files.map(({ name, code, member }) => ({ name, code, member }));
  writeFileSync(`${CORPUS}expected.json`, `${JSON.stringify(expected, null, 2)}\n`);
}

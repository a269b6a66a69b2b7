import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { InvalidRelianceFile, openRelianceFile } from './index.js';
import { VERIFIERS, whyNoInterop } from './testing/interop.js';
import { LOG_JWK, LOG_PATH, WITNESS_KEY } from './testing/logged-file.js';
import { aFileKey } from './testing/reliance-file.js';

const CORPUS = join(process.cwd(), 'corpus');
const CHANGES = 400;
const [NAME, OTHER_NAME] = ['witness.example.com', 'other.example.com'];
/** In CI every toolchain is there, so that a missing one is a failure. */
const missing = process.env['CI'] === 'true' ? undefined : whyNoInterop();

interface Verdict {
  readonly name: string;
  readonly code: string;
  readonly member: string | null;
}

const expected = JSON.parse(readFileSync(join(CORPUS, 'expected.json'), 'utf8')) as Verdict[];

(missing === undefined ? describe : describe.skip).each(Object.entries(VERIFIERS))(
  `the verifier in %s${missing ?? ''}`,
  (_language, command) => {
    it('has the verdict of ndx verify on each file of the corpus', async () => {
      expect(await verdicts(command(), CORPUS)).toEqual(sorted(expected));
    }, 600_000);

    it('has the same verdict on files with a changed byte, and on cut ones', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'changed-files-'));
      const verified = expected.filter(({ code }) => code === 'verified');
      const changed = Array.from({ length: CHANGES }, (_, at): Verdict => {
        const { name } = verified[at % verified.length] ?? { name: '' };
        const file = readFileSync(join(CORPUS, `${name}.zip`));
        // Spread over the file: its headers and its directory are a small part of it.
        const place = (at * 7_919) % file.length;
        file[place] = (file[place] ?? 0) ^ (1 << (at % 8));
        const bytes = at % 20 === 0 ? file.subarray(0, place) : file;
        writeFileSync(join(folder, `${name}-${at}.zip`), bytes);
        return { name: `${name}-${at}`, ...ownVerdict(bytes) };
      });
      expect(changed.every(({ code }) => code !== 'verified')).toBe(true);
      expect(await verdicts(command(), folder)).toEqual(sorted(changed));
      rmSync(folder, { recursive: true });
    }, 600_000);

    it('takes the keys of a saved copy in place of those in the file', async () => {
      const [program, ...args] = command();
      const keys = join(mkdtempSync(join(tmpdir(), 'saved-keys-')), 'ndx-keys.json');
      const verdictWith = async (...saved: object[]) => {
        writeFileSync(keys, JSON.stringify({ keys: saved }));
        // The second file is rejected in any case, as `output` expects.
        const files = ['querier.zip', 'empty.zip'];
        const [first] = await output([program, ...args, '--keys', keys, ...files], CORPUS);
        return first && { code: first.code, member: first.member };
      };
      const { jwk } = aFileKey();
      expect(await verdictWith(jwk, LOG_JWK)).toEqual({ code: 'verified', member: null });
      expect(await verdictWith(LOG_JWK)).toEqual({ code: 'key_unknown', member: 'keys.json' });
      expect(await verdictWith(jwk)).toEqual({ code: 'log_invalid', member: LOG_PATH });
      rmSync(dirname(keys), { recursive: true });
    }, 600_000);

    it('verifies the cosignatures of a witness whose key it knows', async () => {
      const [program, ...args] = command();
      const files = ['querier.zip', 'another-cosignature.zip'];
      const printed = await output([program, ...args, '--witness', WITNESS_KEY, ...files], CORPUS);
      expect(printed).toEqual([
        expect.objectContaining({
          ...{ code: 'verified', witnesses: [NAME], unchecked_cosignatures: [OTHER_NAME] },
        }),
        expect.objectContaining({ code: 'log_invalid', member: 'log/network.json' }),
      ]);
      const unknown = await output([program, ...args, ...files, 'longer.zip'], CORPUS);
      expect(unknown.slice(0, 2)).toEqual(
        Array.from<object>({ length: 2 }).fill(
          expect.objectContaining({
            ...{ code: 'verified', witnesses: [], unchecked_cosignatures: [OTHER_NAME, NAME] },
          }) as object,
        ),
      );
    }, 600_000);
  },
);

function ownVerdict(bytes: Uint8Array): Pick<Verdict, 'code' | 'member'> {
  try {
    openRelianceFile(bytes);
    return { code: 'verified', member: null };
  } catch (error) {
    if (!(error instanceof InvalidRelianceFile)) throw error;
    return { code: error.code, member: error.member };
  }
}

/** The verdicts of a verifier on the files of a folder. */
async function verdicts(
  command: readonly [string, ...string[]],
  folder: string,
): Promise<Verdict[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.zip'));
  const printed = await output([...command, ...files], folder);
  return sorted(
    printed.map(({ file, code, member }) => ({ name: file.replace(/\.zip$/, ''), code, member })),
  );
}

/** The lines that a verifier prints. It exits with 1, because a file is rejected. */
function output(
  [program, ...args]: readonly [string, ...string[]],
  cwd: string,
): Promise<(Verdict & { readonly file: string })[]> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { cwd }, (error, stdout, stderr) => {
      if (error?.code !== 1 || stderr !== '') {
        reject(new Error(stderr, { cause: error }));
        return;
      }
      const lines = stdout.trimEnd().split('\n');
      resolve(lines.map((line) => JSON.parse(line) as Verdict & { readonly file: string }));
    });
  });
}

function sorted(all: readonly Verdict[]): Verdict[] {
  return all.toSorted((a, b) => a.name.localeCompare(b.name));
}

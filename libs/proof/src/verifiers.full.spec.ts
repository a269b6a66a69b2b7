import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InvalidRelianceFile, openRelianceFile } from './index.js';
import { VERIFIERS, whyNoInterop } from './testing/interop.js';
import { aLoggedFile } from './testing/logged-file.js';

const CORPUS = join(process.cwd(), 'corpus');
const CHANGES = 400;
/** In CI every toolchain is there, so that a missing one is a failure. */
const missing = process.env['CI'] === 'true' ? undefined : whyNoInterop();

/** Files whose entry of the log proves nothing. */
const UNPROVEN = {
  'by-another-key': aLoggedFile({}, 10),
  'at-another-index': aLoggedFile({ index: 2 }),
  'of-another-size': aLoggedFile({ size: 4 }),
  'without-a-proof': aLoggedFile({ proof: [] }),
  'with-another-leaf': aLoggedFile({ leaf: '{}' }),
  'with-another-salt': aLoggedFile({ salt: '00112233445566778899aabbccddeeff' }),
  'with-another-event': aLoggedFile({ json: '{"data":{},"request_id":"r"}' }),
  'with-another-checkpoint': aLoggedFile({ checkpoint: 'a\n3\n\n' }),
};

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

    it('verifies the entries of logs', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'logged-files-'));
      writeFileSync(join(folder, 'logged.zip'), aLoggedFile());
      const rejected = Object.entries(UNPROVEN).map(([name, bytes]): Verdict => {
        writeFileSync(join(folder, `${name}.zip`), bytes);
        return { name, code: 'log_invalid', member: 'log/network.json' };
      });
      const logged = { name: 'logged', code: 'verified', member: null };
      expect(await verdicts(command(), folder)).toEqual(sorted([logged, ...rejected]));
      rmSync(folder, { recursive: true });
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

/** What a verifier prints about each file of a folder. It exits with 1, because some are rejected. */
function verdicts(
  [program, ...args]: readonly [string, ...string[]],
  folder: string,
): Promise<Verdict[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.zip'));
  return new Promise((resolve, reject) => {
    execFile(program, [...args, ...files], { cwd: folder }, (error, stdout, stderr) => {
      if (error?.code !== 1 || stderr !== '') {
        reject(new Error(stderr, { cause: error }));
        return;
      }
      const printed = stdout.trimEnd().split('\n');
      resolve(
        sorted(
          printed.map((line) => {
            const { file, code, member } = JSON.parse(line) as Verdict & { readonly file: string };
            return { name: file.replace(/\.zip$/, ''), code, member };
          }),
        ),
      );
    });
  });
}

function sorted(all: readonly Verdict[]): Verdict[] {
  return all.toSorted((a, b) => a.name.localeCompare(b.name));
}

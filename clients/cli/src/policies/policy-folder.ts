import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFurnishing, parseFile, type AnyFile, type PolicyFile } from './policy-file.js';

const SCHEMA = 'querying-policy.schema.json';
const FURNISHING_SCHEMA = 'furnishing-policy.schema.json';
/** The folder of tests. */
export const TESTS = 'tests';
export const TEST_SCHEMA = 'policy-test.schema.json';

/** A policy in a folder, and the name of its file. */
export interface StoredPolicy<File extends AnyFile = PolicyFile> {
  readonly name: string;
  readonly file: File;
}

/** The text of a file in the folder of tests. */
export interface StoredTest {
  /** Its path in the folder of policies. */
  readonly file: string;
  readonly text: string;
}

/** The JSON schemas of the files of policies. */
interface PolicySchemas {
  readonly querying: object;
  readonly furnishing: object;
}

/** A folder with one file for each policy, a folder of tests, and JSON schemas of both. */
export class PolicyFolder {
  constructor(readonly path: string) {}

  /** The querying policies, by name. @throws CliError for a file that is not one of a policy */
  async policies(): Promise<StoredPolicy[]> {
    return (await this.all()).flatMap(({ name, file }) =>
      isFurnishing(file) ? [] : [{ name, file }],
    );
  }

  /** The policies of both kinds, by name. @throws CliError for a file that is not one of a policy */
  async all(): Promise<StoredPolicy<AnyFile>[]> {
    const names = await readdir(this.path);
    return Promise.all(
      jsonFilesOf(names, SCHEMA, FURNISHING_SCHEMA).map(async (name) => {
        const text = await readFile(join(this.path, name), 'utf8');
        return { name, file: parseFile(name, text) };
      }),
    );
  }

  /** By name; none without a folder of tests. */
  async tests(): Promise<StoredTest[]> {
    const names = await readdir(join(this.path, TESTS)).catch(ifAbsent);
    return Promise.all(
      jsonFilesOf(names, TEST_SCHEMA).map(async (name) => {
        const file = join(TESTS, name);
        return { file, text: await readFile(join(this.path, file), 'utf8') };
      }),
    );
  }

  create(): Promise<unknown> {
    return mkdir(join(this.path, TESTS), { recursive: true });
  }

  write({ name, file }: StoredPolicy<AnyFile>): Promise<void> {
    const schema = isFurnishing(file) ? FURNISHING_SCHEMA : SCHEMA;
    return this.replace(name, { $schema: `./${schema}`, ...file });
  }

  /** @param file its path in the folder of policies */
  writeTest(file: string, test: object): Promise<void> {
    return this.replace(file, { $schema: `./${TEST_SCHEMA}`, ...test });
  }

  async writeSchemas({ querying, furnishing }: PolicySchemas, test: object): Promise<void> {
    await this.replace(SCHEMA, querying);
    await this.replace(FURNISHING_SCHEMA, furnishing);
    await this.replace(join(TESTS, TEST_SCHEMA), test);
  }

  /** Written under another name first: an interruption leaves no half file. */
  private async replace(name: string, content: object): Promise<void> {
    const path = join(this.path, name);
    await writeFile(`${path}.part`, `${JSON.stringify(content, null, 2)}\n`);
    await rename(`${path}.part`, path);
  }
}

function jsonFilesOf(names: readonly string[], ...schemas: readonly string[]): string[] {
  return names.filter((name) => name.endsWith('.json') && !schemas.includes(name)).sort();
}

function ifAbsent(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}

/**
 * The file of a policy in a folder: its own, or a new name such as `kyb_certificate.standard.json`.
 * @param policy its name, and the ids of its versions, the newest first
 */
export function fileNameOf(
  policy: { readonly ids: readonly [string, ...string[]]; readonly name: string },
  slug: string,
  stored: readonly StoredPolicy<AnyFile>[],
): string {
  const own = stored.find(({ file }) => policy.ids.includes(file.policy_id));
  if (own) return own.name;
  const [id] = policy.ids;
  const short = [slug, wordsOf(policy.name) || id].join('.');
  const isTaken = stored.some(({ name }) => name === `${short}.json`);
  return isTaken ? `${short}-${id}.json` : `${short}.json`;
}

/** A new path for a test in a folder of policies, such as `tests/a-corporation-is-issued.json`. */
export function testFileFor(name: string, taken: ReadonlySet<string>): string {
  const short = join(TESTS, wordsOf(name) || 'test');
  let file = `${short}.json`;
  for (let count = 2; taken.has(file); count += 1) file = `${short}-${count}.json`;
  return file;
}

function wordsOf(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join('-').slice(0, 80);
}

import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseFile, type PolicyFile } from './policy-file.js';

const SCHEMA = 'querying-policy.schema.json';
/** The folder of tests. */
export const TESTS = 'tests';
export const TEST_SCHEMA = 'policy-test.schema.json';

/** A policy in a folder, and the name of its file. */
export interface StoredPolicy {
  readonly name: string;
  readonly file: PolicyFile;
}

/** The text of a file in the folder of tests. */
export interface StoredTest {
  /** Its path in the folder of policies. */
  readonly file: string;
  readonly text: string;
}

/** A folder with one file for each querying policy, a folder of tests, and JSON schemas of both. */
export class PolicyFolder {
  constructor(readonly path: string) {}

  /** By name. @throws CliError for a file that is not one of a policy */
  async policies(): Promise<StoredPolicy[]> {
    const names = await readdir(this.path);
    return Promise.all(
      jsonFilesOf(names, SCHEMA).map(async (name) => {
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

  write({ name, file }: StoredPolicy): Promise<void> {
    return this.replace(name, { $schema: `./${SCHEMA}`, ...file });
  }

  /** @param file its path in the folder of policies */
  writeTest(file: string, test: object): Promise<void> {
    return this.replace(file, { $schema: `./${TEST_SCHEMA}`, ...test });
  }

  async writeSchemas(policy: object, test: object): Promise<void> {
    await this.replace(SCHEMA, policy);
    await this.replace(join(TESTS, TEST_SCHEMA), test);
  }

  /** Written under another name first: an interruption leaves no half file. */
  private async replace(name: string, content: object): Promise<void> {
    const path = join(this.path, name);
    await writeFile(`${path}.part`, `${JSON.stringify(content, null, 2)}\n`);
    await rename(`${path}.part`, path);
  }
}

function jsonFilesOf(names: readonly string[], schema: string): string[] {
  return names.filter((name) => name.endsWith('.json') && name !== schema).sort();
}

function ifAbsent(error: unknown): string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}

/** The file of a policy in a folder: its own, or a new name such as `kyb_certificate.standard.json`. */
export function fileNameOf(
  policy: { readonly id: string; readonly name: string },
  slug: string,
  stored: readonly StoredPolicy[],
): string {
  const own = stored.find(({ file }) => file.policy_id === policy.id);
  if (own) return own.name;
  const short = [slug, wordsOf(policy.name) || policy.id].join('.');
  const isTaken = stored.some(({ name }) => name === `${short}.json`);
  return isTaken ? `${short}-${policy.id}.json` : `${short}.json`;
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

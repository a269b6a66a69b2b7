import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseFile, type PolicyFile } from './policy-file.js';

const SCHEMA = 'querying-policy.schema.json';

/** A policy in a folder, and the name of its file. */
export interface StoredPolicy {
  readonly name: string;
  readonly file: PolicyFile;
}

/** A folder with one file for each querying policy, and their JSON schema. */
export class PolicyFolder {
  constructor(private readonly path: string) {}

  /** By name. @throws CliError for a file that is not one of a policy */
  async policies(): Promise<StoredPolicy[]> {
    const names = (await readdir(this.path)).filter(
      (name) => name.endsWith('.json') && name !== SCHEMA,
    );
    return Promise.all(
      names.sort().map(async (name) => {
        const text = await readFile(join(this.path, name), 'utf8');
        return { name, file: parseFile(name, text) };
      }),
    );
  }

  create(): Promise<unknown> {
    return mkdir(this.path, { recursive: true });
  }

  write({ name, file }: StoredPolicy): Promise<void> {
    return this.replace(name, { $schema: `./${SCHEMA}`, ...file });
  }

  writeSchema(schema: object): Promise<void> {
    return this.replace(SCHEMA, schema);
  }

  /** Written under another name first: an interruption leaves no half file. */
  private async replace(name: string, content: object): Promise<void> {
    const path = join(this.path, name);
    await writeFile(`${path}.part`, `${JSON.stringify(content, null, 2)}\n`);
    await rename(`${path}.part`, path);
  }
}

/** The file of a policy in a folder: its own, or a new name such as `kyb_certificate.standard.json`. */
export function fileNameOf(
  policy: { readonly id: string; readonly name: string },
  slug: string,
  stored: readonly StoredPolicy[],
): string {
  const own = stored.find(({ file }) => file.policy_id === policy.id);
  if (own) return own.name;
  const words = policy.name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const short = [slug, words.join('-').slice(0, 80) || policy.id].join('.');
  const isTaken = stored.some(({ name }) => name === `${short}.json`);
  return isTaken ? `${short}-${policy.id}.json` : `${short}.json`;
}

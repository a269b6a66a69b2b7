import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** A minimal service: it stores no aggregates and calls one peer. */
export const LEDGER = { folder: join('apps', 'ledger') };

const ROW = "  ledger: { port: 8087, title: 'Ledger', topic: 'ledger.events' },\n";

/** The service whose project files are copied. */
const MODEL = join('apps', 'attestation');

/** Writes the service's folder and its topology row. */
export async function addLedger(root: string): Promise<void> {
  const renamed = (text: string) =>
    text.replaceAll('attestation', 'ledger').replaceAll('Attestation', 'Ledger');
  const read = (...path: readonly string[]) => readFile(join(root, ...path), 'utf8');
  const folder = join(root, LEDGER.folder);
  await mkdir(join(folder, 'src'), { recursive: true });
  for (const file of ['package.json', join('src', 'main.ts')]) {
    await writeFile(join(folder, file), renamed(await read(MODEL, file)));
  }
  await cp(join(root, MODEL, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  const [service] = /^import .*\bService\b.*$/m.exec(
    await read(MODEL, 'src', 'attestation.module.ts'),
  ) ?? [''];
  await writeFile(
    join(folder, 'src', 'ledger.module.ts'),
    `${service}

@Service({ name: 'ledger', calls: ['entity'], rows: [], migrations: [], http: [], providers: [] })
export class LedgerModule {}
`,
  );
  const topology = join(root, 'libs', 'contracts', 'src', 'topology.ts');
  const text = await readFile(topology, 'utf8');
  await writeFile(topology, text.replace(/^} as const satisfies/m, `${ROW}$&`));
}

/** Links the packages of a copied checkout: dependencies from the original, workspaces from the copy. */
export async function linkPackages(checkout: string, copy: string): Promise<void> {
  const packages = join(checkout, 'node_modules');
  await mkdir(join(copy, 'node_modules', '@ndx'), { recursive: true });
  for (const name of await readdir(packages)) {
    if (name !== '@ndx') await symlink(join(packages, name), join(copy, 'node_modules', name));
  }
  for (const group of ['apps', 'libs', 'clients', 'examples', '.']) {
    for (const name of await readdir(join(checkout, group))) {
      const folder = join(group, name);
      if (!existsSync(join(checkout, folder, 'package.json'))) continue;
      const { name: own } = JSON.parse(
        await readFile(join(checkout, folder, 'package.json'), 'utf8'),
      ) as { readonly name: string };
      await symlink(join(copy, folder), join(copy, 'node_modules', own));
      const nested = join(checkout, folder, 'node_modules');
      if (existsSync(nested)) await symlink(nested, join(copy, folder, 'node_modules'));
    }
  }
}

/** The lines that the copy adds to the checkout outside the service's folder. */
export async function linesElsewhere(checkout: string, copy: string): Promise<string[]> {
  const lines: string[] = [];
  for (const file of await sourcesIn(copy)) {
    const path = relative(copy, file);
    if (path.startsWith(LEDGER.folder)) continue;
    const [before, after] = [await textOf(join(checkout, path)), await textOf(file)];
    if (before === after) continue;
    const known = new Set(before.split('\n'));
    lines.push(...after.split('\n').filter((line) => !known.has(line)));
  }
  return lines;
}

async function sourcesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries
    .filter(({ name }) => !['node_modules', 'dist'].includes(name))
    .map(async (entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sourcesIn(path) : [path];
    });
  return (await Promise.all(found)).flat();
}

async function textOf(file: string): Promise<string> {
  return existsSync(file) ? readFile(file, 'utf8') : '';
}

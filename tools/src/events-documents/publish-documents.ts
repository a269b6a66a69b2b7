import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { documentsIn } from './documents-in.js';
import { breakingChanges, type Documents } from './event-contract.js';

/** The declarations contain a breaking change to the documents of the last release. */
export class BreakingChangeError extends Error {
  constructor(changes: readonly string[]) {
    super(
      `Released events would break their consumers:\n${changes.map((change) => `  ${change}\n`).join('')}` +
        'Declare a new version beside the old one (`….v2`), and publish both until nobody reads the old.\n' +
        'To withdraw a version that nobody reads any more, delete its schema from released/events/schemas.',
    );
  }
}

/** The committed documents differ from the declarations. */
export class StaleDocumentsError extends Error {
  constructor(files: readonly string[]) {
    super(
      `The documents of the events are not what the code says: run \`npm run events\` and commit ${files.join(', ')}.`,
    );
  }
}

/** Writes the documents of the declared events over the committed ones. */
export async function publishDocuments(folder: string, declared: Documents): Promise<void> {
  for (const [file, text] of declared) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  for (const file of (await documentsIn(folder)).keys()) {
    if (!declared.has(file)) await rm(join(folder, file));
  }
}

/** @throws StaleDocumentsError when the committed documents do not match the declarations */
export async function requireCurrent(folder: string, declared: Documents): Promise<void> {
  const committed = await documentsIn(folder);
  const files = [...new Set([...committed.keys(), ...declared.keys()])];
  const stale = files.filter((file) => committed.get(file) !== declared.get(file));
  if (stale.length > 0) throw new StaleDocumentsError(stale);
}

/** @throws BreakingChangeError for an incompatible change of a released version of an event */
export function requireCompatible(released: Documents, declared: Documents): void {
  const changes = breakingChanges(released, declared);
  if (changes.length > 0) throw new BreakingChangeError(changes);
}

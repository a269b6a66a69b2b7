import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { breakingChanges } from './breaking-changes.js';
import { ASYNC_API_FILE, contractsIn, type Documents } from './event-contract.js';
import { documentsIn } from './documents-in.js';

/** The declarations contain a breaking change to the published documents. */
export class BreakingChangeError extends Error {
  constructor(changes: readonly string[]) {
    super(
      `Published events would break their consumers:\n${changes.map((change) => `  ${change}\n`).join('')}` +
        'Declare a new version beside the old one (`….v2`), and publish both until nobody reads the old.\n' +
        'A version that nobody reads any more, and that is no longer declared, is given up by name: ' +
        '`npm run events -- --withdraw <type>`.',
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

/**
 * Writes the documents of the declared events over the published ones.
 * @param withdrawn types that may be removed
 * @throws BreakingChangeError for an incompatible change of a published version, and writes nothing
 */
export async function publishDocuments(
  folder: string,
  declared: Documents,
  withdrawn: readonly string[] = [],
): Promise<void> {
  const published = await documentsIn(folder);
  refuseBreak(published, declared, withdrawn);
  for (const [file, text] of declared) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  for (const file of published.keys()) {
    if (!declared.has(file)) await rm(join(folder, file));
  }
}

/**
 * @throws BreakingChangeError for an incompatible change of a published version
 * @throws StaleDocumentsError when the published documents do not match the declarations
 */
export async function checkDocuments(folder: string, declared: Documents): Promise<void> {
  const published = await documentsIn(folder);
  refuseBreak(published, declared, []);
  const files = [...new Set([...published.keys(), ...declared.keys()])];
  const stale = files.filter((file) => published.get(file) !== declared.get(file));
  if (stale.length > 0) throw new StaleDocumentsError(stale);
}

function refuseBreak(
  published: Documents,
  declared: Documents,
  withdrawn: readonly string[],
): void {
  if (!published.has(ASYNC_API_FILE)) return;
  const now = contractsIn(declared);
  const before = new Map(
    [...contractsIn(published)].filter(([type]) => now.has(type) || !withdrawn.includes(type)),
  );
  const changes = breakingChanges(before, now);
  if (changes.length > 0) throw new BreakingChangeError(changes);
}

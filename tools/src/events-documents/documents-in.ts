import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { releaseFolder } from '../released/release-folder.js';
import type { Documents } from './event-contract.js';

/** The folder of the committed documents. */
export const documentsFolder = join(projectRoot(), 'docs', 'events');

/** The folder of the documents of the last release; absent before the first one. */
export const releasedDocumentsFolder = join(releaseFolder, 'events');

/** The documents in a folder; none if it does not exist. */
export async function documentsIn(folder: string): Promise<Documents> {
  const files = await filesIn(folder);
  return new Map(
    await Promise.all(
      files
        .filter((file) => file.endsWith('.json'))
        .map(async (file) => [file, await readFile(join(folder, file), 'utf8')] as const),
    ),
  );
}

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder, { recursive: true });
  } catch (error) {
    if (isNotThere(error)) return [];
    throw error;
  }
}

function isNotThere(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}

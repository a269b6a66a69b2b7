import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { surfaceOf } from '@ndx/openapi';
import { documentsFolder } from '../events-documents/documents-in.js';
import { documentPath } from '../openapi/document-path.js';
import { RELEASE_FILE, SURFACE_FILE, type Release } from './release-folder.js';

/**
 * Records a release in the folder: its version and commit, the committed documents of its events,
 * and its HTTP interface. Later builds are compared with it.
 */
export async function recordRelease(release: Release, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(documentsFolder, join(folder, 'events'), { recursive: true });
  const document = JSON.parse(await readFile(documentPath, 'utf8')) as Record<string, unknown>;
  await writeJson(join(folder, SURFACE_FILE), surfaceOf(document));
  await writeJson(join(folder, RELEASE_FILE), release);
}

function writeJson(path: string, value: object): Promise<void> {
  return writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { surfaceOf } from '@ndx/openapi';
import { format, resolveConfig } from 'prettier';

/** Records the interface of a document, which later documents must keep. */
export async function writeReleasedSurface(document: string): Promise<void> {
  const path = join(projectRoot(), 'apps', 'gateway', 'openapi.released.json');
  const surface = surfaceOf(JSON.parse(document) as Readonly<Record<string, unknown>>);
  const style = await resolveConfig(path);
  await writeFile(path, await format(JSON.stringify(surface), { ...style, parser: 'json' }));
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OPERATIONS } from '@ndx/api';
import { SERVICES } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { openApiDocument } from '@ndx/openapi';
import { format, resolveConfig } from 'prettier';

/** The path of the gateway's document. */
export const documentPath = join(projectRoot(), 'apps', 'gateway', 'openapi.json');

/** The committed OpenAPI document of the public operations. */
export async function documentText(): Promise<string> {
  const { version, description } = JSON.parse(
    await readFile(join(projectRoot(), 'package.json'), 'utf8'),
  ) as { readonly version: string; readonly description: string };
  const document = openApiDocument({
    title: 'Network data exchange',
    version,
    description,
    operations: OPERATIONS.flatMap((operation) =>
      operation.visibility === 'public'
        ? [{ operation, tag: SERVICES[operation.service].title }]
        : [],
    ),
  });
  const style = await resolveConfig(documentPath);
  return format(JSON.stringify(document), { ...style, parser: 'json' });
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EVENTS } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { format, resolveConfig } from 'prettier';
import { asyncApiDocument } from './async-api-document.js';
import { documentsFolder } from './documents-in.js';
import { ASYNC_API_FILE, type Documents } from './event-contract.js';
import type { JsonSchema } from './json-schema.js';
import { payloadSchemaOf, schemaFileOf } from './published-event.js';

/** The documents generated from the declared events. */
export async function declaredDocuments(): Promise<Documents> {
  const { version, description } = JSON.parse(
    await readFile(join(projectRoot(), 'package.json'), 'utf8'),
  ) as { readonly version: string; readonly description: string };
  const style = await resolveConfig(join(documentsFolder, ASYNC_API_FILE));
  const text = (document: JsonSchema) =>
    format(JSON.stringify(document), { ...style, parser: 'json' });
  const files: readonly (readonly [string, JsonSchema])[] = [
    [ASYNC_API_FILE, asyncApiDocument(EVENTS, { version, description })],
    ...EVENTS.map((event) => [schemaFileOf(event.type), payloadSchemaOf(event)] as const),
  ];
  return new Map(
    await Promise.all(files.map(async ([file, document]) => [file, await text(document)] as const)),
  );
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OPERATIONS, WEBHOOKS } from '@ndx/api';
import { SERVICES, type ServiceName } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { openApiDocument } from '@ndx/openapi';
import { format, resolveConfig } from 'prettier';
import { documentPath } from './document-path.js';

/** The heading of operations of every service. */
const OF_EVERY_SERVICE = 'Operation';

/** The headings of the document. */
const TAGS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries({
      gateway: 'The state and the versions of the system, for everyone.',
      entity: 'Networks with their institutions and accounts, searches, and identity conflicts.',
      consent: 'Recorded consents of consumers and businesses, their grants and receipts.',
      policy: 'The products and templates, and the policies for querying and furnishing them.',
      attestation: 'Attestations of institutions to their verifications.',
      furnishing: 'Furnishing of records, and the submissions of an institution.',
      'product-query': 'Queries of products and templates, and their events and explanations.',
    } satisfies Record<ServiceName, string>).map(([service, words]) => [
      SERVICES[service as ServiceName].title,
      words,
    ]),
  ),
  [OF_EVERY_SERVICE]: 'The state of each service and its parked events, for the operator.',
};

/** The committed OpenAPI document of the public operations. */
export async function documentText(): Promise<string> {
  const { version, description } = JSON.parse(
    await readFile(join(projectRoot(), 'package.json'), 'utf8'),
  ) as { readonly version: string; readonly description: string };
  const document = openApiDocument({
    title: 'Network data exchange',
    version,
    description,
    tags: TAGS,
    operations: OPERATIONS.flatMap((operation) =>
      operation.visibility === 'public' ? [{ operation, tag: tagOf(operation.service) }] : [],
    ),
    webhooks: WEBHOOKS,
  });
  const style = await resolveConfig(documentPath);
  return format(JSON.stringify(document), { ...style, parser: 'json' });
}

function tagOf(service: ServiceName | undefined): string {
  return service === undefined ? OF_EVERY_SERVICE : SERVICES[service].title;
}

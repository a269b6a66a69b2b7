import { furnishInputSchemaOf, furnishInputShape, TEMPLATES, type Template } from '@ndx/catalog';
import { NETWORK_HEADER } from '@ndx/contracts';
import { declareOperation } from '../operation/operation.js';
import { operationId } from '../operation/operation-id.js';
import { DryRunQuery } from '../shapes/dry-run.js';
import { networkHeader } from '../shapes/network-header.js';
import * as wire from '../shapes/wire.js';

/** The answer of every template's furnish operation (contract 4.7). */
const Furnished = wire.record('Furnished', { success: wire.flagThatIs(true) });

const NETWORK = networkHeader({
  description:
    'The network to furnish in; required if the institution is a furnisher in several networks.',
});

/** Each template that can be furnished with its furnish operation (contract 4.7). */
export const templateFurnishes = TEMPLATES.flatMap((template) => {
  const operation = furnishTemplate(template);
  return operation ? [{ template, operation }] : [];
});

/** Undefined for a bundle, which is read-only. */
function furnishTemplate(template: Template) {
  const { slug, furnish } = template;
  const [shape, schema] = [furnishInputShape(template), furnishInputSchemaOf(template)];
  if (!furnish || !shape || !schema) return undefined;
  return declareOperation({
    id: operationId('furnish', slug),
    method: 'POST',
    path: furnish.path,
    service: 'furnishing',
    permission: 'data:furnish',
    summary: `Furnish ${slug}`,
    description:
      'The rejection of a record has its reasons in `errors`. With `dry_run=true`, the response is the one that the record would get; nothing is stored.',
    request: {
      body: { shape, schema },
      query: DryRunQuery,
      headers: { [NETWORK_HEADER]: NETWORK },
    },
    answer: Furnished,
    refusals: [
      'network_required',
      'records_rejected',
      'invalid_value',
      'role_missing',
      'other_institution',
    ],
    words: {
      'Furnished.success': 'The record was accepted.',
    },
  });
}

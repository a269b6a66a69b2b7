import {
  answerSchemaOf,
  queryInputSchemaOf,
  queryInputShape,
  TEMPLATES,
  type Template,
} from '@ndx/catalog';
import { NETWORK_HEADER, PERMISSIBLE_PURPOSE_HEADER } from '@ndx/contracts';
import Type from 'typebox';
import { declareOperation } from '../operation/operation.js';
import { operationId } from '../operation/operation-id.js';
import { networkHeader } from '../shapes/network-header.js';
import { purposeHeader } from '../shapes/purpose-header.js';
import { NO_RESULT, QUERY_REFUSALS } from './query-shapes.js';

const READS =
  'Reads the network in `X-Network-Id`, or every network in which the institution is a querier. Billable: each 200 and each 204 creates one query event.';

const DESCRIPTIONS = {
  consumer: `${READS} Requires a recorded consent of the consumer that is in force and covers the template, or a permissible purpose that the policy of the network allows.`,
  business: `${READS} If the institution recorded consents of the business, the newest one that covers the template applies; without such a consent in force, the network returns no data.`,
} as const;

/** The query of every template of the catalogue (contract 4.7). */
export const templateQueries = TEMPLATES.map((template) => ({
  template,
  operation: queryOf(template),
}));

function queryOf(template: Template) {
  return declareOperation({
    id: operationId('query', template.slug),
    method: 'POST',
    path: template.query.path,
    service: 'product-query',
    permission: 'product:query',
    billable: true,
    summary: `Query the template ${template.slug}`,
    description: DESCRIPTIONS[template.subject],
    request: {
      body: { shape: queryInputShape(template), schema: queryInputSchemaOf(template) },
      headers: {
        [NETWORK_HEADER]: networkHeader(),
        [PERMISSIBLE_PURPOSE_HEADER]: purposeHeader,
      },
    },
    answer: Type.Unsafe<object>(answerSchemaOf(template)),
    noResult: NO_RESULT,
    refusals: [...QUERY_REFUSALS, 'invalid_value'],
  });
}

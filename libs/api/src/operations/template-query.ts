import {
  answerSchemaOf,
  queryInputSchemaOf,
  queryInputShape,
  TEMPLATES,
  type Template,
} from '@ndx/catalog';
import { NETWORK_HEADER } from '@ndx/contracts';
import Type from 'typebox';
import { declareOperation } from '../operation/operation.js';
import { operationId } from '../operation/operation-id.js';
import { networkHeader } from '../shapes/network-header.js';
import { NO_RESULT } from './query-shapes.js';

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
    description:
      'Reads the named network, or each in which the caller is a querier. Billable, with a result or without.',
    request: {
      body: { shape: queryInputShape(template), schema: queryInputSchemaOf(template) },
      headers: { [NETWORK_HEADER]: networkHeader() },
    },
    answer: Type.Unsafe<object>(answerSchemaOf(template)),
    noResult: NO_RESULT,
    refusals: {
      PERMISSION_DENIED:
        'the institution is a querier in no such network, or consents were recorded and none that is in force covers the template',
    },
  });
}

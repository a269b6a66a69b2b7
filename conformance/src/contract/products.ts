import { listIn, memberOf, textIn } from '../http/answer.js';
import { get } from '../http/request.js';
import { fixture } from '../kit/kit.js';
import { cases } from '../run/cases.js';
import { all, list, status, that } from '../run/expect.js';
import type { Row } from '../run/row.js';
import { record } from '../shape/shape.js';
import { SECTIONS } from './kyb/sections.js';

const PRODUCT = record('id: uuid  slug subject: string  models: object[]', {
  models: record('model_name: string  fields: object[]', {
    fields: record('field_name field_type: string'),
  }),
});

/** The id of the KYB certificate, as the catalogue endpoint tells it (design 7). */
export const kybProductId = fixture(async (kit) => {
  const answer = await kit.send(get('/v1/products'));
  status(200)(answer);
  return textIn(kybOf(answer.body), 'id');
});

export const productRows: readonly Row[] = cases('design 7', [
  {
    says: 'GET /v1/products lists products with their models and fields',
    request: () => get('/v1/products'),
    expect: list(PRODUCT),
  },
  {
    says: 'GET /v1/products lists every field of the KYB certificate of contract 2.8',
    request: () => get('/v1/products'),
    expect: all(
      status(200),
      that('each field of contract 2.8 under its section', ({ body }) =>
        SECTIONS.every(({ name, fields }) => {
          const model = listIn(kybOf(body), 'models').find(
            (m) => memberOf(m, 'model_name') === name,
          );
          const known = new Set(listIn(model, 'fields').map((f) => memberOf(f, 'field_name')));
          return fields.every((field) => known.has(field.name));
        }),
      ),
    ),
  },
]);

function kybOf(body: unknown): unknown {
  return listIn(body).find((product) => memberOf(product, 'slug') === 'kyb_certificate');
}

import { listIn, memberOf, textIn } from '../http/answer.js';
import { get } from '../http/request.js';
import { fixture, type Kit } from '../kit/kit.js';
import { cases } from '../run/cases.js';
import { all, list, requireValues, status, that } from '../run/expect.js';
import { Mismatch } from '../run/mismatch.js';
import type { Row } from '../run/row.js';
import { record } from '../shape/shape.js';
import { SECTIONS } from './kyb/sections.js';
import { QUERIES } from './templates/index.js';
import { slugOf } from './templates/template.js';

const MADE_BY_THE_QUERY = new Set(['network_furnisher_id', 'network_query_id']);

const PRODUCT = record('id: uuid  slug subject: string  models: object[]', {
  models: record('model_name: string  fields: object[]', {
    fields: record('field_name field_type: string'),
  }),
});

const catalogue = fixture(async (kit) => {
  const answer = await kit.done(get('/v1/products'));
  return answer.body;
});

/** The id of a product or template, from the catalogue endpoint (design 7). */
export async function productIdOf(kit: Kit, slug: string): Promise<string> {
  return textIn(named(await catalogue(kit), slug), 'id');
}

export function kybProductId(kit: Kit): Promise<string> {
  return productIdOf(kit, 'kyb_certificate');
}

/** Types with their own names in the contract, which policy authors use. */
const NAMED_TYPES: readonly string[] = ['boolean', 'date-time'];

export const productRows: readonly Row[] = cases('design 7', [
  {
    says: 'GET /v1/products shows the type of a field as the contract names it',
    request: () => get('/v1/products'),
    expect: (answer) => {
      const models = listIn(named(answer.body, 'kyb_certificate'), 'models');
      for (const { name, fields } of SECTIONS) {
        const model = models.find((m) => memberOf(m, 'model_name') === name);
        for (const field of fields.filter(({ type }) => NAMED_TYPES.includes(type))) {
          const listed = listIn(model, 'fields').find(
            (f) => memberOf(f, 'field_name') === field.name,
          );
          requireValues(answer, listed, { field_name: field.name, field_type: field.type });
        }
      }
    },
  },
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
          const model = listIn(named(body, 'kyb_certificate'), 'models').find(
            (m) => memberOf(m, 'model_name') === name,
          );
          const known = new Set(listIn(model, 'fields').map((f) => memberOf(f, 'field_name')));
          return fields.every((field) => known.has(field.name));
        }),
      ),
    ),
  },
  ...QUERIES.map((query) => ({
    says: `GET /v1/products lists the template ${slugOf(query)}, with the fields that it answers`,
    request: () => get('/v1/products'),
    expect: all(status(200), (answer) => {
      const template = named(answer.body, slugOf(query));
      requireValues(answer, template, { subject: query.subject });
      const [model] = listIn(template, 'models');
      requireValues(answer, model, { model_name: slugOf(query) });
      const known = new Set(listIn(model, 'fields').map((field) => memberOf(field, 'field_name')));
      const missing = query.output.fields.filter(
        ({ name }) => !MADE_BY_THE_QUERY.has(name) && !known.has(name),
      );
      const names = missing.map(({ name }) => name).join(', ');
      if (names !== '') throw new Mismatch('every field of the answer', `no ${names}`, answer);
    }),
  })),
]);

function named(body: unknown, slug: string): unknown {
  return listIn(body).find((product) => memberOf(product, 'slug') === slug);
}

import { kybCertificate, DATASET_KINDS, SUBJECTS } from '@ndx/catalog';
import { declareOperation } from '../operation/operation.js';
import * as wire from '../shapes/wire.js';

const ProductModels = wire.listOf(
  wire.record('ProductModel', {
    model_name: wire.text,
    fields: wire.listOf(
      wire.record('ProductField', {
        field_name: wire.text,
        field_type: wire.text,
        known_values: wire.listOf(wire.text),
      }),
    ),
  }),
);

/** A product or a template as policy authors see it (design 7). */
const ProductRecord = wire.record('Product', {
  id: wire.uuid,
  kind: wire.oneOf(DATASET_KINDS),
  slug: wire.text,
  subject: wire.oneOf(SUBJECTS),
  query_path: wire.text,
  furnish_path: wire.nullable(wire.text),
  models: ProductModels,
  furnished_models: ProductModels,
});

/** The models and fields that a policy author can select, in products and templates (design 7). */
export const listProducts = declareOperation({
  id: 'listProducts',
  method: 'GET',
  path: '/v1/products',
  service: 'policy',
  permission: 'policy:read',
  summary: 'List the products and templates',
  description:
    '`models`: what querying policies and consents can name. `furnished_models`: what furnishing policies can name.',
  answer: wire.listOf(ProductRecord),
  words: {
    'Product.id': ['The id, the same in every environment.', kybCertificate.id],
    slug: ['The name in scopes of consents and in paths.', 'kyb_certificate'],
    'Product.subject': 'Whether it is about consumers or businesses.',
    query_path: ['The path of its query.', '/v1/products/kyb_certificate/query'],
    furnish_path: [
      'The path of its furnish operation; null for a bundle, which only reads.',
      '/v1/products/kyb_certificate/furnish',
    ],
    'Product.models': 'The models that querying policies and consents name.',
    furnished_models:
      'The models that furnishing policies name; empty for a bundle, which only reads.',
    'ProductModel.fields': 'The fields that can be named.',
    field_type: ['The type of the field in the catalogue.', 'string'],
    known_values: [
      'Usual values of a text, for suggestions; furnishers can state others. Empty where there are none.',
      ['active', 'dissolved'],
    ],
  },
});

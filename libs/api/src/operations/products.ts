import { DATASET_KINDS, SUBJECTS } from '@ndx/catalog';
import { declareOperation } from '../operation/operation.js';
import * as wire from '../shapes/wire.js';

const ProductModels = wire.listOf(
  wire.record('ProductModel', {
    model_name: wire.text,
    fields: wire.listOf(
      wire.record('ProductField', { field_name: wire.text, field_type: wire.text }),
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
});

import { DATASET_KINDS, governedModelsOf, SUBJECTS, type Dataset } from '@ndx/catalog';
import { wire } from '@ndx/api';

/** A product or a template as a policy author sees it (design 7). */
export const ProductRecord = wire.record('Product', {
  id: wire.uuid,
  kind: wire.oneOf(DATASET_KINDS),
  slug: wire.text,
  subject: wire.oneOf(SUBJECTS),
  query_path: wire.text,
  furnish_path: wire.nullable(wire.text),
  models: wire.listOf(
    wire.record('ProductModel', {
      model_name: wire.text,
      fields: wire.listOf(
        wire.record('ProductField', { field_name: wire.text, field_type: wire.text }),
      ),
    }),
  ),
});

export function toProductRecord(dataset: Dataset): wire.Of<typeof ProductRecord> {
  return {
    id: dataset.id,
    kind: dataset.kind,
    slug: dataset.slug,
    subject: dataset.subject,
    ...pathsOf(dataset),
    models: governedModelsOf(dataset).map(({ model, fields }) => ({
      model_name: model,
      fields: fields.map((field) => ({ field_name: field.name, field_type: field.type })),
    })),
  };
}

/** Nothing is furnished under a bundle. */
function pathsOf(dataset: Dataset) {
  return dataset.kind === 'product'
    ? { query_path: dataset.queryPath, furnish_path: dataset.furnishPath }
    : { query_path: dataset.query.path, furnish_path: dataset.furnish?.path ?? null };
}

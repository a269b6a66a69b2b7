import { kybCertificate } from '@ndx/catalog';
import { COUNT_STEP, MAX_COUNTED_RECORDS } from '@ndx/contracts';
import { declareOperation } from '../operation/operation.js';
import { Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';

class FurnishedValuesQuery {
  @Uuid()
  readonly network_id!: string;

  @Uuid()
  readonly product_id!: string;
}

/** A number of records, rounded to a step. */
const RecordBounds = wire.record('RecordBounds', {
  at_least: wire.integer,
  fewer_than: wire.integer,
});

const CountedField = wire.record('CountedField', {
  field_name: wire.text,
  values: wire.listOf(
    wire.record('CountedValue', {
      /** `true` or `false` of a boolean. */
      value: wire.text,
      records: RecordBounds,
    }),
  ),
  other: RecordBounds,
});

const FurnishedValues = wire.record('FurnishedValues', {
  network_id: wire.uuid,
  product_id: wire.uuid,
  counted_at: wire.timestamp,
  sections: wire.listOf(
    wire.record('CountedSection', {
      model_name: wire.text,
      examined: RecordBounds,
      is_complete: wire.flag,
      fields: wire.listOf(CountedField),
    }),
  ),
});

export const countFurnishedValues = declareOperation({
  id: 'countFurnishedValues',
  method: 'GET',
  path: '/v1/furnished-values',
  service: 'product-query',
  permission: 'network:admin',
  summary: 'Count which values of the catalogue the standing records of a network state',
  description: `For governors of the network. Counts each value that the catalogue lists for a field: the usual values of texts, and both values of booleans. Any other value is counted as \`other\` and never in the answer. A standing record is the latest one of a business or consumer by a furnisher, unless it has ended or its furnisher has left; the own records of the caller are not counted. Consents do not change the numbers. They are in steps of ${COUNT_STEP}, because an exact one could show the value of a subject. At most the newest ${MAX_COUNTED_RECORDS.toLocaleString('en')} records of each section are examined, fewer if they have large documents. A template is one section, named by its slug; that of a bundle counts the records of its data sets.`,
  request: { query: FurnishedValuesQuery },
  answer: FurnishedValues,
  refusals: ['role_missing', 'unknown_product'],
  words: {
    'FurnishedValuesQuery.product_id': ['The product or template.', kybCertificate.id],
    'FurnishedValues.counted_at': ['The time of the count.', '2026-01-15T09:30:00.000Z'],
    'FurnishedValues.sections': 'The sections of the product, or the template.',
    'CountedSection.examined':
      'The standing records that were examined, the newest ones; of a bundle those of all its data sets.',
    'CountedSection.is_complete':
      'False if the network has more records with the section than were read.',
    'CountedSection.fields': 'The fields for which the catalogue lists values.',
    'CountedField.values': 'Each value that the catalogue lists.',
    'CountedField.other': 'The records that state any other value.',
    'CountedValue.value': ['The value; `true` or `false` of a boolean.', 'corporation'],
    'CountedValue.records': 'The records that state it.',
    'RecordBounds.at_least': ['The lower bound, inclusive.', 1_200],
    'RecordBounds.fewer_than': ['The upper bound, exclusive.', 1_210],
  },
});

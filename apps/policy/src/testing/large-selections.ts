import { randomUUID } from 'node:crypto';
import { aProduct } from './policy-service.js';

/** A selection of the first model: as many fields as given, each with a thousand sources (39 kB). */
export function largeSelections(fieldCount: number) {
  const { model, fields } = aProduct();
  const field_selections = fields.slice(0, fieldCount).map((field_name) => ({
    field_name,
    selected_provenance_option_ids: Array.from({ length: 1_000 }, () => randomUUID()),
  }));
  return [{ model_name: model, field_selections }];
}

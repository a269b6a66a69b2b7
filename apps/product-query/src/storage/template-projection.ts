import { isRead } from '@ndx/catalog';
import type { PayloadOf, RecordFurnished } from '@ndx/contracts';
import type { EntityManager } from 'typeorm';
import { splitByRepeatedKey } from './split-by-repeated-key.js';

const COLUMNS = [
  'subject_id',
  'dataset',
  'furnishing_entity_id',
  'network_id',
  'record_id',
  'furnished_at',
  'field',
  'value',
] as const;

type ValueColumns = Readonly<Record<(typeof COLUMNS)[number], string>>;

/**
 * The later furnished value wins; of two furnished at once the lowest record id, so that the order
 * of arrival does not matter.
 */
const keepFrom = (source: string) => `
insert into template_value (${COLUMNS.join(', ')})
select ${COLUMNS.join(', ')} from ${source}
order by subject_id, dataset, field, furnishing_entity_id
on conflict (subject_id, dataset, field, furnishing_entity_id) do update set record_id = excluded.record_id,
  furnished_at = excluded.furnished_at, value = excluded.value
where (template_value.furnished_at, excluded.record_id) < (excluded.furnished_at, template_value.record_id)`;

const KEEP = keepFrom('json_populate_recordset(null::template_value, $1)');

const MOVE = `
with moved as (delete from template_value where subject_id = $1 returning *),
readdressed as (select $2::uuid as subject_id, ${COLUMNS.slice(1).join(', ')} from moved)
${keepFrom('readdressed')}`;

/**
 * Moves the values of a merged subject to the remaining one; of each field the later value wins.
 */
export async function moveTemplateValues(
  manager: EntityManager,
  subjectId: string,
  intoSubjectId: string,
): Promise<void> {
  await manager.query(MOVE, [subjectId, intoSubjectId]);
}

/** Stores each field that the query of a template reads; all other fields remain in furnishing. */
export async function keepTemplateValues(
  manager: EntityManager,
  records: readonly PayloadOf<typeof RecordFurnished>[],
): Promise<void> {
  for (const values of splitByRepeatedKey(records.flatMap(valuesOf), keyOf)) {
    await manager.query(KEEP, [JSON.stringify(values)]);
  }
}

function valuesOf(record: PayloadOf<typeof RecordFurnished>): ValueColumns[] {
  return Object.entries(record.models[record.dataset] ?? {})
    .filter(([field]) => isRead(record.dataset, field))
    .map(([field, value]) => ({
      subject_id: record.subject_id,
      dataset: record.dataset,
      furnishing_entity_id: record.furnishing_entity_id,
      network_id: record.network_id,
      record_id: record.record_id,
      furnished_at: record.furnished_at,
      field,
      value: JSON.stringify(value),
    }));
}

function keyOf({ subject_id, dataset, field, furnishing_entity_id }: ValueColumns): string {
  return `${subject_id} ${dataset} ${field} ${furnishing_entity_id}`;
}

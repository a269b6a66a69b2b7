import { isRead } from '@ndx/catalog';
import type { PayloadOf, RecordFurnished } from '@ndx/contracts';
import type { EntityManager } from 'typeorm';

/**
 * The later furnished value stands, of two furnished at once that of the lowest record id: the rows
 * are the same in whatever order records arrive.
 */
const KEEP = `
insert into template_value (subject_id, dataset, furnishing_entity_id, network_id, record_id, furnished_at,
  field, value)
select $1, $2, $3, $4, $5, $6, field, value from unnest($7::text[], $8::text[]) as furnished (field, value)
on conflict (subject_id, dataset, field, furnishing_entity_id) do update set record_id = excluded.record_id,
  furnished_at = excluded.furnished_at, value = excluded.value
where (template_value.furnished_at, excluded.record_id) < (excluded.furnished_at, template_value.record_id)`;

/** Keeps each field of a record that some template's query reads; what nobody reads stays with furnishing. */
export async function keepTemplateValues(
  manager: EntityManager,
  record: PayloadOf<typeof RecordFurnished>,
): Promise<void> {
  const fields = Object.entries(record.models[record.dataset] ?? {}).filter(([field]) =>
    isRead(record.dataset, field),
  );
  if (fields.length === 0) return;
  await manager.query(KEEP, [
    record.subject_id,
    record.dataset,
    record.furnishing_entity_id,
    record.network_id,
    record.record_id,
    record.furnished_at,
    fields.map(([field]) => field),
    fields.map(([, value]) => JSON.stringify(value)),
  ]);
}

import { kybContribution } from '@ndx/catalog';
import type { PayloadOf, RecordFurnished } from '@ndx/contracts';
import type { EntityManager } from 'typeorm';

/** The later verification stands; of two performed at once the one furnished later, then the lowest id. */
const APPLY = `
insert into kyb_section (business_id, model, furnishing_entity_id, network_id, record_id, performed_at,
  furnished_at, content)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (business_id, model, furnishing_entity_id) do update set record_id = excluded.record_id,
  performed_at = excluded.performed_at, furnished_at = excluded.furnished_at, content = excluded.content
where (kyb_section.performed_at, kyb_section.furnished_at, excluded.record_id)
    < (excluded.performed_at, excluded.furnished_at, kyb_section.record_id)`;

/** Keeps each section that a record gives to the certificate, of whichever data set it is. */
export async function keepKybSections(
  manager: EntityManager,
  record: PayloadOf<typeof RecordFurnished>,
): Promise<void> {
  for (const { model, assertions, data, performedAt } of kybContribution(
    record.dataset,
    record.models,
  )) {
    await manager.query(APPLY, [
      record.subject_id,
      model,
      record.furnishing_entity_id,
      record.network_id,
      record.record_id,
      // A furnisher that did not say when it verified did so, at the latest, now.
      performedAt ?? record.furnished_at,
      record.furnished_at,
      `"assertions":${JSON.stringify(assertions)},"data":${JSON.stringify(data)}`,
    ]);
  }
}

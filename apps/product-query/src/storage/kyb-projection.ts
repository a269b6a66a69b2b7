import { kybContribution } from '@ndx/catalog';
import type { PayloadOf, RecordFurnished } from '@ndx/contracts';
import type { EntityManager } from 'typeorm';

const VERIFIED_LATER = `((kyb_section.performed_at, kyb_section.furnished_at, excluded.record_id)
    < (excluded.performed_at, excluded.furnished_at, kyb_section.record_id))`;

const FURNISHED_LATER = `((coalesce(kyb_section.newest_furnished_at, kyb_section.furnished_at), excluded.record_id)
    < (excluded.furnished_at, coalesce(kyb_section.newest_record_id, kyb_section.record_id)))`;

const standing = (column: string) =>
  `${column} = case when ${VERIFIED_LATER} then excluded.${column} else kyb_section.${column} end`;

const newest = (column: string) => `newest_${column} = case
    when ${VERIFIED_LATER} and ${FURNISHED_LATER} then null
    when ${FURNISHED_LATER} then excluded.${column}
    when ${VERIFIED_LATER} then coalesce(kyb_section.newest_${column}, kyb_section.${column})
    else kyb_section.newest_${column} end`;

/**
 * The later verification stands; of two performed at once the one furnished later, then the lowest id.
 * The one furnished last is kept beside it where it is another.
 */
const APPLY = `
insert into kyb_section (business_id, model, furnishing_entity_id, network_id, record_id, performed_at,
  furnished_at, content)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (business_id, model, furnishing_entity_id) do update set
  ${['record_id', 'performed_at', 'furnished_at', 'content'].map(standing).join(', ')},
  ${['record_id', 'furnished_at', 'content'].map(newest).join(', ')}
where ${VERIFIED_LATER} or ${FURNISHED_LATER}`;

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

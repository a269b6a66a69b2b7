import { kybContribution } from '@ndx/catalog';
import type { PayloadOf, RecordFurnished } from '@ndx/contracts';
import type { EntityManager } from 'typeorm';
import { splitByRepeatedKey } from './split-by-repeated-key.js';

const COLUMNS = [
  'business_id',
  'model',
  'furnishing_entity_id',
  'network_id',
  'record_id',
  'performed_at',
  'furnished_at',
  'content',
] as const;

type SectionColumns = Readonly<Record<(typeof COLUMNS)[number], string>>;

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
insert into kyb_section (${COLUMNS.join(', ')})
select ${COLUMNS.join(', ')} from json_populate_recordset(null::kyb_section, $1)
order by business_id, model, furnishing_entity_id
on conflict (business_id, model, furnishing_entity_id) do update set
  ${['record_id', 'performed_at', 'furnished_at', 'content'].map(standing).join(', ')},
  ${['record_id', 'furnished_at', 'content'].map(newest).join(', ')}
where ${VERIFIED_LATER} or ${FURNISHED_LATER}`;

/** Keeps each section that the records give to the certificate, of whichever data set they are. */
export async function keepKybSections(
  manager: EntityManager,
  records: readonly PayloadOf<typeof RecordFurnished>[],
): Promise<void> {
  for (const sections of splitByRepeatedKey(records.flatMap(sectionsOf), keyOf)) {
    await manager.query(APPLY, [JSON.stringify(sections)]);
  }
}

function sectionsOf(record: PayloadOf<typeof RecordFurnished>): SectionColumns[] {
  return kybContribution(record.dataset, record.models).map((section) => ({
    business_id: record.subject_id,
    model: section.model,
    furnishing_entity_id: record.furnishing_entity_id,
    network_id: record.network_id,
    record_id: record.record_id,
    // A furnisher that did not say when it verified did so, at the latest, now.
    performed_at: section.performedAt ?? record.furnished_at,
    furnished_at: record.furnished_at,
    content: `"assertions":${JSON.stringify(section.assertions)},"data":${JSON.stringify(section.data)}`,
  }));
}

function keyOf({ business_id, model, furnishing_entity_id }: SectionColumns): string {
  return `${business_id} ${model} ${furnishing_entity_id}`;
}

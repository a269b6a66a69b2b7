import { kybContribution } from '@ndx/catalog';
import type { PayloadOf, RecordFurnished } from '@ndx/contracts';
import type { EntityManager } from 'typeorm';
import { performedAtOf } from '../domain/performed-at.js';
import { sectionText } from '../domain/certificate/section-text.js';
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
  'stated_business',
] as const;

type SectionColumns = Readonly<
  Record<Exclude<(typeof COLUMNS)[number], 'stated_business'>, string>
> & { readonly stated_business: string | null };

const VERIFIED_LATER = `((kyb_section.performed_at, kyb_section.furnished_at, excluded.record_id)
    < (excluded.performed_at, excluded.furnished_at, kyb_section.record_id))`;

const FURNISHED_LATER = `((coalesce(kyb_section.newest_furnished_at, kyb_section.furnished_at), excluded.record_id)
    < (excluded.furnished_at, coalesce(kyb_section.newest_record_id, kyb_section.record_id)))`;

const standing = (column: string) =>
  `${column} = case when ${VERIFIED_LATER} then excluded.${column} else kyb_section.${column} end`;

const newest = (column: string) => `newest_${column} = case
    when ${VERIFIED_LATER} and ${FURNISHED_LATER} then null
    when ${FURNISHED_LATER} then excluded.${column}
    when ${VERIFIED_LATER} and kyb_section.newest_record_id is null then kyb_section.${column}
    else kyb_section.newest_${column} end`;

/**
 * The later verification wins; of two performed at once the one furnished later, then the lowest
 * id. The last furnished one is stored beside it when it is another.
 */
const APPLY = `
insert into kyb_section (${COLUMNS.join(', ')})
select ${COLUMNS.join(', ')} from json_populate_recordset(null::kyb_section, $1)
order by business_id, model, furnishing_entity_id
on conflict (business_id, model, furnishing_entity_id) do update set
  ${['record_id', 'performed_at', 'furnished_at', 'content', 'stated_business'].map(standing).join(', ')},
  ${['record_id', 'furnished_at', 'content', 'stated_business'].map(newest).join(', ')}
where ${VERIFIED_LATER} or ${FURNISHED_LATER}`;

/** Stores each section of the certificate that the records contain, whatever their data set. */
export async function keepKybSections(
  manager: EntityManager,
  records: readonly PayloadOf<typeof RecordFurnished>[],
): Promise<void> {
  for (const sections of splitByRepeatedKey(records.flatMap(sectionsOf), keyOf)) {
    await manager.query(APPLY, [JSON.stringify(sections)]);
  }
}

interface StoredSection extends SectionColumns {
  readonly newest_content: string | null;
  readonly newest_record_id: string | null;
  readonly newest_furnished_at: string | null;
  readonly newest_stated_business: string | null;
}

/** Moves the sections of a merged business to the remaining one, by the rules of new sections. */
export async function moveKybSections(
  manager: EntityManager,
  businessId: string,
  intoBusinessId: string,
): Promise<void> {
  const rows = await manager.query<{ row: StoredSection }[]>(
    `with moved as (delete from kyb_section where business_id = $1 returning *)
     select to_jsonb(moved) as row from moved`,
    [businessId],
  );
  const moved = rows.map(({ row }) => ({ ...row, business_id: intoBusinessId }));
  // The last furnished record was verified earlier than the current one, so it never replaces it.
  const newest = moved.flatMap((row) =>
    row.newest_content === null
      ? []
      : {
          ...row,
          performed_at: '-infinity',
          content: row.newest_content,
          record_id: row.newest_record_id,
          furnished_at: row.newest_furnished_at,
          stated_business: row.newest_stated_business,
        },
  );
  for (const sections of [moved, newest]) {
    if (sections.length > 0) await manager.query(APPLY, [JSON.stringify(sections)]);
  }
}

function sectionsOf(record: PayloadOf<typeof RecordFurnished>): SectionColumns[] {
  return kybContribution(record.dataset, record.models).map((section) => ({
    business_id: record.subject_id,
    model: section.model,
    furnishing_entity_id: record.furnishing_entity_id,
    network_id: record.network_id,
    record_id: record.record_id,
    performed_at: performedAtOf(section, record),
    furnished_at: record.furnished_at,
    content: sectionText(section),
    stated_business: record.stated_business && JSON.stringify(record.stated_business),
  }));
}

function keyOf({ business_id, model, furnishing_entity_id }: SectionColumns): string {
  return `${business_id} ${model} ${furnishing_entity_id}`;
}

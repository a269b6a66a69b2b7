import { createTestDatabase } from '@ndx/testing';
import { messagingMigrations } from '@ndx/messaging';
import { expect, test } from '@jest/globals';
import { migrated } from '../../testing/migrated.js';
import { CreateParticipants1700000100000 } from './1700000100000-create-participants.js';
import { CreateIdentities1700000200000 } from './1700000200000-create-identities.js';
import { KeepStatements1700001000200 } from './1700001000200-keep-statements.js';
import { RelateInstitutions1700001200000 } from './1700001200000-relate-institutions.js';

const BEFORE = [
  ...messagingMigrations,
  CreateParticipants1700000100000,
  CreateIdentities1700000200000,
  KeepStatements1700001000200,
];

const [NETWORK, BANK, LENDER] = [id(1), id(2), id(3)];
const [STANDS, MERGED, UNKNOWN_AUTHOR] = [id(11), id(12), id(13)];

function id(n: number): string {
  return `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
}

test('an institution is related to the subjects that it stated, a merged one through its survivor', async () => {
  const database = await createTestDatabase();
  const identity = (subject: string, author: string, mergedInto: string) =>
    `('${subject}', '${NETWORK}', 'business', 'Example LLC', ${author}, ${mergedInto}, now(), now(), 1)`;
  try {
    await migrated(
      database.url,
      BEFORE,
      `with home as (insert into network values ('${NETWORK}', 'Home', now())),
       business as (
         insert into business_identity
           (id, network_id, identifier, legal_name, stated_by, merged_into, created_at, updated_at, revision)
         values ${identity(STANDS, `'${BANK}'`, 'null')},
           ${identity(MERGED, `'${BANK}'`, `'${STANDS}'`)},
           ${identity(UNKNOWN_AUTHOR, 'null', 'null')})
       insert into business_statement (business_id, entity_id, network_id, position)
       values ('${MERGED}', '${LENDER}', '${NETWORK}', 0)`,
    );
    const related = await migrated(
      database.url,
      [...BEFORE, RelateInstitutions1700001200000],
      'select subject_id, entity_id, network_id from subject_relation order by entity_id',
    );
    expect(related).toEqual([
      { subject_id: STANDS, entity_id: BANK, network_id: NETWORK },
      { subject_id: STANDS, entity_id: LENDER, network_id: NETWORK },
    ]);
  } finally {
    await database.drop();
  }
});

import { createTestDatabase } from '@ndx/testing';
import { expect, test } from '@jest/globals';
import { migrated } from '../../testing/migrated.js';
import { CreateParticipants1700000100000 } from './1700000100000-create-participants.js';
import { CreateIdentities1700000200000 } from './1700000200000-create-identities.js';
import { IndexPartsOfNames1700000300000 } from './1700000300000-index-parts-of-names.js';

const BEFORE = [CreateParticipants1700000100000, CreateIdentities1700000200000];

test('stored names are folded like search texts', async () => {
  const database = await createTestDatabase();
  try {
    await migrated(
      database.url,
      BEFORE,
      `with home as (insert into network values (gen_random_uuid(), 'Home', now()) returning id)
       insert into business_identity (id, network_id, identifier, legal_name, legal_name_folded,
         dba_name, dba_name_folded, created_at, updated_at, revision)
       select gen_random_uuid(), id, name, name, lower(name), null, null, now(), now(), 1
       from home, unnest(array['Weißbier GmbH', 'Plain LLC', 'Σίσυφος']) name`,
    );
    const after = [...BEFORE, IndexPartsOfNames1700000300000];
    const names = 'select legal_name_folded as name, dba_name_folded as dba from business_identity';
    expect(await migrated(database.url, after, `${names} order by identifier`)).toEqual([
      { name: 'plain llc', dba: null },
      { name: 'weissbier gmbh', dba: null },
      { name: 'σίσυφοσ', dba: null },
    ]);
  } finally {
    await database.drop();
  }
});

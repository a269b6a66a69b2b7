import { createTestDatabase } from '@ndx/testing';
import { expect, test } from '@jest/globals';
import { migrated } from '../../testing/migrated.js';
import { CreateParticipants1700000100000 } from './1700000100000-create-participants.js';
import { CreateIdentities1700000200000 } from './1700000200000-create-identities.js';
import { KeepEveryRegistration1700000400000 } from './1700000400000-keep-every-registration.js';

const BEFORE = [CreateParticipants1700000100000, CreateIdentities1700000200000];

test('stored registrations are kept, and none is invented', async () => {
  const database = await createTestDatabase();
  try {
    await migrated(
      database.url,
      BEFORE,
      `with home as (insert into network values (gen_random_uuid(), 'Home', now()) returning id)
       insert into business_identity (id, network_id, identifier, jurisdiction,
         registration_identifier, registration_key, registration_match_hash, created_at, updated_at,
         revision)
       select gen_random_uuid(), id, 'of ' || coalesce(name, 'none'), 'US-DE', name, upper(name),
         'hash of ' || name, now(), now(), 1
       from home, unnest(array['a1', 'b2', null]) name`,
    );
    const kept = await migrated(
      database.url,
      [...BEFORE, KeepEveryRegistration1700000400000],
      `select i.identifier as owner, r.network_id = i.network_id as here, r.registration_key as key,
         r.jurisdiction, r.position, r.identifier, r.match_hash
       from business_registration r join business_identity i on i.id = r.business_id order by 1`,
    );
    const row = (identifier: string, key: string) => ({
      owner: `of ${identifier}`,
      here: true,
      key,
      jurisdiction: 'US-DE',
      position: 0,
      identifier,
      match_hash: `hash of ${identifier}`,
    });
    expect(kept).toEqual([row('a1', 'A1'), row('b2', 'B2')]);
  } finally {
    await database.drop();
  }
});

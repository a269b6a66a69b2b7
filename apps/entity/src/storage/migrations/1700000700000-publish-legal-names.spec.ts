import { BusinessIdentified } from '@ndx/contracts';
import { messagingMigrations } from '@ndx/messaging';
import { createTestDatabase } from '@ndx/testing';
import { expect, test } from '@jest/globals';
import { migrated } from '../../testing/migrated.js';
import { CreateParticipants1700000100000 } from './1700000100000-create-participants.js';
import { CreateIdentities1700000200000 } from './1700000200000-create-identities.js';
import { KeepEveryRegistration1700000400000 } from './1700000400000-keep-every-registration.js';
import { PublishLegalNames1700000700000 } from './1700000700000-publish-legal-names.js';

const BEFORE = [
  ...messagingMigrations,
  CreateParticipants1700000100000,
  CreateIdentities1700000200000,
  KeepEveryRegistration1700000400000,
];

test('each named business is published with its name, as its next revision', async () => {
  const database = await createTestDatabase();
  try {
    await migrated(
      database.url,
      BEFORE,
      `with home as (insert into network values (gen_random_uuid(), 'Home', now()) returning id),
       business as (
         insert into business_identity (id, network_id, identifier, legal_name, ein_match_hash,
           created_at, updated_at, revision)
         select gen_random_uuid(), id, 'business', name, 'ein hash', now(), now(), 3
         from home, unnest(array['Example LLC', null]) name
         returning id, network_id)
       insert into business_registration
       select 'key ' || id, 'US-DE', network_id, id, 0, 'identifier', 'registration hash'
       from business`,
    );
    const [published, ...others] = await migrated(
      database.url,
      [...BEFORE, PublishLegalNames1700000700000],
      `select o.data, o.type, o.topic, b.revision from outbox o
       join business_identity b on b.id::text = o.key`,
    );
    expect(others).toEqual([]);
    expect(published).toMatchObject({
      type: BusinessIdentified.type,
      topic: BusinessIdentified.topic,
      revision: 4,
    });
    const { data } = published as { data: string };
    expect(BusinessIdentified.parse(JSON.parse(data))).toMatchObject({
      match_hashes: ['registration hash', 'ein hash'],
      business_legal_name: 'Example LLC',
      revision: 4,
    });
  } finally {
    await database.drop();
  }
});

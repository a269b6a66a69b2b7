import { createTestDatabase, eventually } from '@ndx/testing';
import { expect, test } from '@jest/globals';
import { DataSource } from 'typeorm';
import { BUSINESSES, type BusinessClaim, type Registration } from '../domain/business.js';
import { findBusinesses } from './find-matches.js';
import { CreateParticipants1700000100000 } from './migrations/1700000100000-create-participants.js';
import { CreateIdentities1700000200000 } from './migrations/1700000200000-create-identities.js';
import { KeepEveryRegistration1700000400000 } from './migrations/1700000400000-keep-every-registration.js';
import { MarkNormalisedJurisdictions1700001000100 } from './migrations/1700001000100-mark-normalised-jurisdictions.js';
import { KeepStatements1700001000200 } from './migrations/1700001000200-keep-statements.js';
import { storeBusinesses } from './store-resolution.js';

const NETWORK = '6f1c0f43-6c43-4f53-9d7a-0d8f8f6f5a11';
const MIGRATIONS = [
  CreateParticipants1700000100000,
  CreateIdentities1700000200000,
  KeepEveryRegistration1700000400000,
  MarkNormalisedJurisdictions1700001000100,
  KeepStatements1700001000200,
];

function aClaim(key: string): BusinessClaim {
  const registration: Registration = {
    jurisdiction: 'US-DE',
    identifier: key,
    key,
    matchHash: `hash of ${key}`,
  };
  return {
    registrations: [registration],
    ein: { sealed: 'ein', index: 'ein', matchHash: 'hash of ein', lastFour: '6789' },
    subjectId: null,
    statement: {
      entityId: null,
      said: {
        legalName: null,
        dateOfIncorporation: null,
        dbaName: null,
        email: null,
        phone: null,
        websiteUrl: null,
        entityType: null,
      },
    },
  };
}

test('after waiting for the lock of a business the query sees its new registration', async () => {
  const database = await createTestDatabase();
  const dataSource = new DataSource({
    type: 'postgres',
    url: database.url,
    migrations: MIGRATIONS,
  });
  try {
    await dataSource.initialize();
    await dataSource.runMigrations();
    await dataSource.query(`insert into network values ($1, 'Network', now())`, [NETWORK]);
    const [one, two] = [aClaim('1'), aClaim('2')];
    const before = BUSINESSES.create(one, NETWORK, new Date(), []);
    const after = {
      ...before,
      registrations: [...one.registrations, ...two.registrations],
      revision: 2,
    };
    await dataSource.transaction((manager) =>
      storeBusinesses(manager, { created: [before], enriched: [] }),
    );
    let found: ReturnType<typeof findBusinesses> | undefined;
    await dataSource.transaction(async (manager) => {
      await storeBusinesses(manager, { created: [], enriched: [{ before, after }] });
      found = dataSource.transaction((waiting) =>
        findBusinesses(waiting, [NETWORK], [one], 'locked'),
      );
      await eventually(async () => {
        const waiting = `select 1 from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`;
        expect(await dataSource.query(waiting)).toHaveLength(1);
      });
    });
    expect(await found).toEqual([after]);
  } finally {
    await dataSource.destroy();
    await database.drop();
  }
});

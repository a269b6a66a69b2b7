import { createTestDatabase, eventually } from '@ndx/testing';
import { expect, test } from '@jest/globals';
import { DataSource } from 'typeorm';
import { BUSINESSES, type BusinessClaim, type Registration } from '../domain/business.js';
import { findBusinesses } from './find-matches.js';
import { CreateEntityTables1700000100000 } from './migrations/1700000100000-create-entity-tables.js';
import { storeBusinesses } from './store-resolution.js';

const NETWORK = '6f1c0f43-6c43-4f53-9d7a-0d8f8f6f5a11';
const INSTITUTION = '0a3d9a3e-26f4-4c1f-8f0e-5a7f2f1f7b12';

function aClaim(key: string): BusinessClaim {
  const registration: Registration = {
    jurisdiction: 'US-DE',
    identifier: key,
    key,
    matchHash: `hash of ${key}`,
  };
  return {
    registrations: [registration],
    ein: { sealed: 'ein', index: 'ein', lastFour: '6789' },
    nameKeys: [],
    einKeys: ['hash of ein and name'],
    subjectId: null,
    statement: {
      entityId: INSTITUTION,
      said: {
        legalName: null,
        dateOfIncorporation: null,
        dbaName: null,
        email: null,
        phone: null,
        websiteUrl: null,
        entityType: null,
        einIndex: 'ein',
        einLastFour: '6789',
      },
    },
  };
}

test('after waiting for the lock of a business the query sees its new registration', async () => {
  const database = await createTestDatabase();
  const dataSource = new DataSource({
    type: 'postgres',
    url: database.url,
    migrations: [CreateEntityTables1700000100000],
  });
  try {
    await dataSource.initialize();
    await dataSource.runMigrations();
    await dataSource.query(
      `insert into network (id, name, created_at) values ($1, 'Network', now())`,
      [NETWORK],
    );
    const [one, two] = [aClaim('1'), aClaim('2')];
    const before = BUSINESSES.create(one, NETWORK, new Date(), { known: [], isFree: () => true });
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

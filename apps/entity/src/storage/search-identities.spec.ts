import { beforeAll, describe, expect, test } from '@jest/globals';
import { fold, foldEmail } from '../domain/fold.js';
import { settleCrowd } from '../testing/crowd.js';
import { useEntityService } from '../testing/entity-service.js';
import { planOf } from '../testing/plan.js';
import { BUSINESS_TABLE } from './business-table.js';
import { CONSUMER_TABLE } from './consumer-table.js';
import { findNewest } from './find-newest.js';
import { selectStatement, type Reader } from './identity-table.js';
import { businessSearch, consumerSearch } from './search-identities.js';
import { placeOf, type Place } from './search-place.js';
import type { SearchQuery } from './search-query.js';

const TABLES = { consumer: CONSUMER_TABLE, business: BUSINESS_TABLE };
const LIMITS = [1, 20, 100];

const FEW = 200;
/** Maximum number of rows that a step of a search with few matches reads. */
const MANY = 10_000;
/**
 * The maximum for any search: a part that was common long ago needs a read of its holders, a tenth
 * of all rows.
 */
const MOST = 15_000;

type Kind = keyof typeof TABLES;
type Row = { readonly id: string } & Readonly<Record<string, string | null>>;
interface Scope {
  readonly networkId: string;
  readonly limit: number;
  readonly after?: Place | undefined;
}

/** Parts of names and emails: common, rare and absent ones. */
const PARTS = [
  ...['a', 'e', 'ü', 'É', 'z', 'q', '7', 'ж', '😀', ' ', '-', '.', '@', "'", '%', '_', '\\', '/'],
  ...['an', 'EI', 'ss', 'ß', 'qx', 'xq', '77', 'Σ', 'c.', '@b', '..', '--', '%%', 'a_', '&'],
  ...['ann', 'MANN', 'straße', 'ΣΙΣ', 'istan', 'ilkay', 'er qx', 'qqq', 'user77', 'desk10', '-pe'],
  ...['.example', '@bank.example', '& sons', '...', 's & s', '---', '100%', "'s 1", 'ivan', 'иван'],
  ...['streithmann', 'x'.repeat(500)],
];

/** Each partial-match parameter with its column. */
const PARTIAL: readonly [Kind, string, (at: Scope, part: string) => SearchQuery][] = [
  ['consumer', 'first_name', (at, firstName) => consumerSearch({ ...at, firstName })],
  ['consumer', 'last_name', (at, lastName) => consumerSearch({ ...at, lastName })],
  ['consumer', 'emails', (at, personalEmail) => consumerSearch({ ...at, personalEmail })],
  ['business', 'legal_name', (at, legalName) => businessSearch({ ...at, legalName })],
  ['business', 'dba_name', (at, dbaName) => businessSearch({ ...at, dbaName })],
  ['business', 'emails', (at, email) => businessSearch({ ...at, email })],
];

/** Each exact-match parameter with an existing and an absent value. */
const EXACT: readonly [Kind, string, string[], (at: Scope, value: string) => SearchQuery][] = [
  [
    'consumer',
    'date_of_birth',
    ['1971-02-28', '1900-01-01'],
    (at, dateOfBirth) => consumerSearch({ ...at, dateOfBirth }),
  ],
  [
    'consumer',
    'ssn_index',
    ['index 777', 'none'],
    (at, ssnIndex) => consumerSearch({ ...at, ssnIndex }),
  ],
  [
    'business',
    'ein_index',
    ['index 777', 'none'],
    (at, einIndex) => businessSearch({ ...at, einIndex }),
  ],
];

const service = useEntityService();
/** One network with nearly all subjects, and one of the many others. */
let networks: readonly string[];
/** Every identity of both networks, newest first. */
let everybody: Readonly<Record<Kind, readonly Row[]>>;
beforeAll(async () => {
  networks = (await settleCrowd(service)).slice(0, 2);
  everybody = { consumer: await readAll('consumer'), business: await readAll('business') };
});

async function readAll(kind: Kind): Promise<readonly Row[]> {
  const condition = 'i.network_id = any($1) order by i.created_at desc, i.id desc';
  const statement = selectStatement(TABLES[kind], { condition, parameters: [] });
  const rows = await service.sql<{ row: Row }>(statement, [networks]);
  return rows.map(({ row }) => row);
}

interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** Adds its statements to the list. */
function readerOf(statements: Statement[]): Reader {
  return {
    query: async <T>(text: string, parameters: unknown[] = []) => {
      statements.push({ text, parameters });
      return (await service.sql<object>(text, parameters)) as T;
    },
  };
}

/** The results, and the statements that found them. */
async function find(kind: Kind, query: SearchQuery) {
  const statements: Statement[] = [];
  const reader = readerOf(statements);
  const subjects =
    kind === 'consumer'
      ? await findNewest(reader, CONSUMER_TABLE, query)
      : await findNewest(reader, BUSINESS_TABLE, query);
  return { found: subjects.map(({ id }) => id), statements };
}

/** Checks the results, their order and the use of indexes. */
async function expectFound(
  kind: Kind,
  query: SearchQuery,
  matches: readonly Row[],
  limit: number,
): Promise<void> {
  const { found, statements } = await find(kind, query);
  const plans = await Promise.all(
    statements.map(({ text, parameters }) => planOf(service, text, parameters)),
  );
  expect({
    statement: statements.at(-1),
    found,
    sequentialScans: plans.some(({ sequentialScans }) => sequentialScans > 0),
    // A full index scan is no better.
    readsMost: plans.some(({ rowsRead }) => rowsRead > (matches.length < FEW ? MANY : MOST)),
  }).toEqual({
    statement: statements.at(-1),
    found: matches.slice(0, limit).map(({ id }) => id),
    sequentialScans: false,
    readsMost: false,
  });
}

describe('among a hundred thousand identities, without reading all of them,', () => {
  test.each(PARTIAL)('a %s is found by any part of the %s', async (kind, column, selectionOf) => {
    const folded = column === 'emails' ? foldEmail : fold;
    for (const networkId of networks) {
      const rows = everybody[kind].filter((row) => row['network_id'] === networkId);
      const texts = rows.map((row) => folded(row[column] ?? '\0'));
      for (const part of PARTS) {
        const text = folded(part);
        const matches = rows.filter((_row, index) => texts[index]?.includes(text));
        for (const limit of LIMITS) {
          await expectFound(kind, selectionOf({ networkId, limit }, part), matches, limit);
        }
      }
    }
  });

  test.each(PARTIAL)(
    'a %s follows another by any part of the %s',
    async (kind, column, selectionOf) => {
      const folded = column === 'emails' ? foldEmail : fold;
      for (const networkId of networks) {
        const rows = everybody[kind].filter((row) => row['network_id'] === networkId);
        for (const index of [0, 5_000, rows.length - 3]) {
          const id = rows[index]?.id;
          const request = { networkId, relatedTo: undefined, id };
          const after = await placeOf(readerOf([]), TABLES[kind], request);
          const rest = after ? rows.slice(index + 1) : rows;
          for (const part of PARTS.slice(0, 30)) {
            const text = folded(part);
            const matches = rest.filter((row) => folded(row[column] ?? '\0').includes(text));
            await expectFound(
              kind,
              selectionOf({ networkId, limit: 20, after }, part),
              matches,
              20,
            );
          }
        }
      }
    },
  );

  test.each(EXACT)('a %s is found by the %s', async (kind, column, values, selectionOf) => {
    const rows = everybody[kind];
    for (const networkId of networks) {
      for (const value of values) {
        const isMatch = (row: Row) => row['network_id'] === networkId && row[column] === value;
        const selection = selectionOf({ networkId, limit: 100 }, value);
        await expectFound(kind, selection, rows.filter(isMatch), 100);
      }
    }
  });

  test.each(['consumer', 'business'] as const)('the newest are found: %s', async (kind) => {
    const search = { consumer: consumerSearch, business: businessSearch }[kind];
    const rows = everybody[kind];
    for (const networkId of networks) {
      const matches = rows.filter((row) => row['network_id'] === networkId);
      for (const limit of LIMITS) {
        await expectFound(kind, search({ networkId, limit }), matches, limit);
      }
    }
  });
});

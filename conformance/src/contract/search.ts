import { randomUUID } from 'node:crypto';
import { listIn } from '../http/answer.js';
import { get, put, withQuery } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import { cases } from '../run/cases.js';
import { all, envelope, list, requireValues, status, that, type Values } from '../run/expect.js';
import { Mismatch } from '../run/mismatch.js';
import type { Row } from '../run/row.js';
import { fields } from '../shape/fields.js';
import { queryRows } from '../shape/query-rows.js';
import { exactly, record, type Shape } from '../shape/shape.js';
import type { ConsentKind } from './consent/records.js';
import { subjects } from './search-subjects.js';

/** Contract 2.3. */
const CONSUMER = exactly(`
  id: uuid
  identifier first_name last_name personal_email: string
  date_of_birth: date
  created_at: date-time
`);

/** Not shown in contract 2.4; design 5 lists them. */
const BUSINESS = record(`
  id: uuid
  identifier business_legal_name: string
  business_dba_name business_email business_entity_type: string | null
  business_date_of_incorporation: date | null
  business_phone business_website_url federal_ein_last_four: string | null
  is_own_legal_name: boolean
  created_at updated_at: date-time
`);

type Found = readonly [says: string, query: Values, isFound: boolean];

const SEARCHES: Readonly<Record<ConsentKind, readonly Found[]>> = {
  consumer: [
    ['first_name by a part, in any case', { first_name: 'LODI' }, true],
    ['last_name by a part, in any case', { last_name: 'DABLE-O' }, true],
    ['personal_email by a part, in any case', { personal_email: '@FINDABLE' }, true],
    ['social_security_number exactly', { social_security_number: '890112233' }, true],
    ['not by a part of the social_security_number', { social_security_number: '2233' }, false],
    ['date_of_birth exactly', { date_of_birth: '1971-02-28' }, true],
    ['not by another date_of_birth', { date_of_birth: '1971-02-27' }, false],
    ['all criteria at once', { first_name: 'élo', last_name: 'findable' }, true],
    ['nobody who meets one criterion of two', { first_name: 'élo', last_name: 'nobody' }, false],
    ['no wildcards of a database', { last_name: 'Find%One' }, false],
  ],
  business: [
    ['business_legal_name by a part, in any case', { business_legal_name: 'DABLE WORKS' }, true],
    ['business_dba_name by a part, in any case', { business_dba_name: 'able trade' }, true],
    ['not by a business_email that it does not have', { business_email: 'nobody@' }, false],
    ['federal_ein exactly, typed as the integer that it is', { federal_ein: '12345678' }, true],
    ['not by a part of the federal_ein', { federal_ein: '345678' }, false],
    ['all criteria at once', { business_legal_name: 'findable', business_dba_name: 'trade' }, true],
  ],
};

const PARAMETERS = {
  consumer: fields(`
    network_id: uuid
    first_name? last_name? personal_email? social_security_number?: string
    date_of_birth?: date
    limit?: integer
  `),
  business: fields(`
    network_id: uuid
    business_legal_name? business_dba_name? business_email?: string
    federal_ein? limit?: integer
  `),
};

const SHAPES: Readonly<Record<ConsentKind, Shape>> = { consumer: CONSUMER, business: BUSINESS };

export const searchRows: readonly Row[] = [
  ...rowsOf('consumer'),
  ...rowsOf('business'),
  {
    section: 'design 5',
    says: 'where identity_visibility is related, an institution finds whom it recorded a consent for',
    check: async (kit) => {
      const { consumer } = await subjects(kit);
      await withVisibility(kit, () =>
        expectFound(kit, 'consumer', { last_name: 'dable-o' }, consumer),
      );
    },
  },
  {
    section: 'design 5',
    says: 'a social security number sent as the integer 12345678 is found as 012345678',
    check: async (kit) => {
      await subjects(kit);
      const query = { social_security_number: '012345678' };
      await expectFound(kit, 'consumer', query, { last_name: 'Zeros' });
    },
  },
];

/** The setting is put back: other rows search as members of the network. */
async function withVisibility(kit: Kit, check: () => Promise<void>): Promise<void> {
  const set = async (identity_visibility: string) => {
    const answer = await kit.send(put(`/v1/networks/${kit.networkId}`, { identity_visibility }));
    requireValues(answer, answer.body, { identity_visibility });
  };
  await set('related');
  try {
    await check();
  } finally {
    await set('network');
  }
}

function rowsOf(kind: ConsentKind): readonly Row[] {
  const name = pathOf(kind);
  const shapeSection = kind === 'consumer' ? '2.3' : 'design 5';
  const search = (kit: Kit, query: Readonly<Record<string, string | number>> = {}) =>
    get(withQuery(name, { network_id: kit.networkId, ...query }));
  return [
    ...queryRows({
      section: '4.2',
      name,
      path: () => name,
      parameters: PARAMETERS[kind],
      valid: (kit) => ({ network_id: kit.networkId }),
    }),
    ...SEARCHES[kind].map(([says, query, isFound]) => ({
      section: '4.2',
      says: `GET ${name} finds ${says}`,
      check: async (kit: Kit) => {
        const known = await subjects(kit);
        await expectFound(kit, kind, query, isFound ? known[kind] : null);
      },
    })),
    ...cases(shapeSection, [
      {
        says: `GET ${name} answers an array of search results`,
        request: async (kit) => {
          await subjects(kit);
          return search(kit);
        },
        expect: list(SHAPES[kind]),
      },
    ]),
    ...cases('4.2', [
      {
        says: `GET ${name} searches only its own network`,
        request: async (kit) => {
          await subjects(kit);
          const query = { [kind === 'consumer' ? 'last_name' : 'business_dba_name']: 'findable' };
          const own = await kit.send(search(kit, query));
          that('somebody in the own network', ({ body }) => listIn(body).length > 0)(own);
          return get(withQuery(name, { ...query, network_id: kit.otherNetworkId }));
        },
        expect: all(
          status(200),
          that('an empty list', ({ body }) => listIn(body).length === 0),
        ),
      },
      {
        says: `GET ${name} of a network to which the caller does not belong is denied`,
        request: () => get(withQuery(name, { network_id: randomUUID() })),
        expect: envelope('PERMISSION_DENIED'),
      },
      {
        says: `GET ${name} by an institution that does not belong to the network is denied`,
        needs: ['other'],
        request: (kit) => ({ ...search(kit), as: 'other' }),
        expect: envelope('PERMISSION_DENIED'),
      },
    ]),
  ];
}

/** `GET` of a search, without its query. */
export function pathOf(kind: ConsentKind): string {
  return `/v1/entities/${kind}/search`;
}

async function expectFound(
  kit: Kit,
  kind: ConsentKind,
  query: Values,
  expected: Values | null,
): Promise<void> {
  const isFound = expected !== null;
  const answer = await kit.send(
    get(withQuery(pathOf(kind), { network_id: kit.networkId, ...textsOf(query) })),
  );
  list(SHAPES[kind])(answer);
  const found = listIn(answer.body);
  if (isFound) requireValues(answer, found[0], expected);
  if ((found.length === 1) !== isFound || found.length > 1) {
    throw new Mismatch(isFound ? 'exactly one' : 'none', `${found.length} found`, answer);
  }
}

function textsOf(query: Values): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
}

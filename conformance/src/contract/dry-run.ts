import { isDeepStrictEqual } from 'node:util';
import { listIn, memberOf, type Answer } from '../http/answer.js';
import { get, withQuery, type Request } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import { businessIdentity } from '../kit/subjects.js';
import { cases } from '../run/cases.js';
import { ok, requireValues, shapeError, type Values } from '../run/expect.js';
import { Mismatch } from '../run/mismatch.js';
import type { Row } from '../run/row.js';
import { ABSENT, withMember } from '../shape/change.js';
import { record } from '../shape/shape.js';
import { furnishRequest as kybRequest, KYB_FURNISH } from './kyb/business.js';
import { FURNISHED_SECTIONS } from './kyb/sections.js';
import { FURNISHES } from './templates/index.js';
import { aSubject, furnishRequest } from './templates/requests.js';

/** A valid furnish request about a new subject, and the search that finds the subject exactly. */
interface Furnish {
  readonly path: string;
  readonly request: (kit: Kit) => Request;
  readonly search: (kit: Kit, request: Request) => Request;
}

const TAX_IDENTIFIER = 'business_tax_identifier_value';

const FURNISH_REQUESTS: readonly Furnish[] = [
  {
    path: KYB_FURNISH,
    request: (kit) =>
      kybRequest(kit, [{ business_identity: businessIdentity(), ...FURNISHED_SECTIONS }]),
    search: (kit, { body }) =>
      searchBusiness(
        kit,
        memberOf(listIn(body, 'records')[0], 'business_identity', TAX_IDENTIFIER),
      ),
  },
  ...FURNISHES.map((furnish) => ({
    path: furnish.path,
    request: (kit: Kit) => furnishRequest(furnish, kit, aSubject(furnish), furnish.data),
    search: (kit: Kit, { body }: Request) =>
      furnish.subject === 'business'
        ? searchBusiness(kit, memberOf(body, TAX_IDENTIFIER))
        : searchConsumer(kit, memberOf(body, 'social_security_number')),
  })),
];

const SUBMISSION = record('success: boolean  submission_id: uuid | null  results: object[]', {
  results: record(
    'index: integer  accepted: boolean  business_id: uuid | null  record_id: uuid | null  errors: object[]',
    { errors: record('code: string  path: string  detail: string') },
  ),
});

/** Decision 0079: `?dry_run=true` on every furnish endpoint. */
export const dryRunRows: readonly Row[] = [
  ...FURNISH_REQUESTS.flatMap(({ path, request, search }): Row[] => [
    {
      section: 'decision 0079',
      group: 'a dry run of a valid request is accepted, and stores nothing',
      says: `a dry run of POST ${path} is accepted, and no search finds its subject`,
      check: async (kit) => {
        const valid = request(kit);
        const answer = await kit.done(dry(valid));
        requireValues(answer, answer.body, { success: true });
        const found = await kit.done(search(kit, valid));
        if (!isDeepStrictEqual(found.body, [])) throw new Mismatch('[]', found.text, found);
      },
    },
    {
      section: 'decision 0079',
      group: 'a dry run of a malformed request is answered like the request',
      says: `a dry run of POST ${path} with an unknown field is answered like the request`,
      check: async (kit) => {
        const valid = request(kit);
        const bad = { ...valid, body: withMember(valid.body, ['no_such_field'], 1) };
        requireSame(await kit.send(dry(bad)), await kit.send(bad));
      },
    },
  ]),
  ...cases('decision 0079', [
    {
      says: 'dry_run is true or false',
      request: (kit) => ({ ...kybRequest(kit, [{}]), path: `${KYB_FURNISH}?dry_run=yes` }),
      expect: shapeError('query -> dry_run'),
    },
    {
      says: 'a dry run has no submission, and the ids of no record and no business',
      request: (kit) => dry(kybRequest(kit, [aRecord()])),
      expect: (answer) => {
        ok(SUBMISSION, { success: true, submission_id: null })(answer);
        requireValues(answer, listIn(answer.body, 'results')[0], {
          accepted: true,
          record_id: null,
          business_id: null,
        });
      },
    },
  ]),
  {
    section: 'decision 0079',
    says: 'a dry run has the verdict of the request on each record, with code, path and detail',
    check: async (kit) => {
      const request = kybRequest(kit, [
        aRecord(),
        withMember(aRecord(), ['business_identity'], ABSENT),
        withMember(
          aRecord(),
          ['business_identity', 'business_jurisdiction_of_formation'],
          'Atlantis',
        ),
        { ...aRecord(), no_such_section: {} },
        { ...FURNISHED_SECTIONS, business_id: kit.networkId },
      ]);
      const checked = await kit.send(dry(request));
      const real = await kit.send(request);
      for (const answer of [checked, real]) ok(SUBMISSION, { success: false })(answer);
      const [expected, got] = [verdicts(real), verdicts(checked)];
      if (isDeepStrictEqual(got, expected)) return;
      throw new Mismatch(JSON.stringify(expected), JSON.stringify(got), checked);
    },
  },
];

function aRecord(): Values {
  return { business_identity: businessIdentity(), ...FURNISHED_SECTIONS };
}

function dry(request: Request): Request {
  return { ...request, path: withQuery(request.path, { dry_run: 'true' }) };
}

function verdicts({ body }: Answer): unknown[] {
  return listIn(body, 'results').map((result) => [
    memberOf(result, 'accepted'),
    memberOf(result, 'errors'),
  ]);
}

function requireSame(got: Answer, expected: Answer): void {
  if (got.status === expected.status && got.text === expected.text) return;
  throw new Mismatch(`${expected.status} ${expected.text}`, `${got.status} ${got.text}`, got);
}

function searchBusiness(kit: Kit, ein: unknown): Request {
  const query = { network_id: kit.networkId, federal_ein: String(ein) };
  return get(withQuery('/v1/entities/business/search', query));
}

function searchConsumer(kit: Kit, ssn: unknown): Request {
  const query = { network_id: kit.networkId, social_security_number: String(ssn) };
  return get(withQuery('/v1/entities/consumer/search', query));
}

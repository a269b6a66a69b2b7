import { randomUUID } from 'node:crypto';
import { listIn, textIn } from '../../http/answer.js';
import { get, put, withQuery } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import { cases } from '../../run/cases.js';
import { envelope, ok, shapeError } from '../../run/expect.js';
import type { Row } from '../../run/row.js';
import { isObject } from '../../shape/types.js';
import { bodyRows } from '../../shape/body-rows.js';
import { fields } from '../../shape/fields.js';
import {
  CONSENT,
  pathOf,
  recordRequest,
  revised,
  sectionOf,
  TERMS,
  type ConsentKind,
} from './records.js';

/** Different from defaults and from the rows' changes, so that a reset is detected. */
const OTHER_TERMS = {
  scope: 'cashflow_snapshots_trends kyb_certificate',
  expires_at: '2050-06-07T08:09:10.000Z',
  consented_fields: 'business_identity_verification.business_dba_name',
};

/** `PUT /v1/consent/{kind}/{consent_id}` (contract 4.1, 7.5, design 6). */
export function updatingRows(kind: ConsentKind): readonly Row[] {
  const section = sectionOf(kind);
  const name = `PUT /v1/consent/${kind}/{consent_id}`;
  const request = async (kit: Kit) => put(await pathOf(kit, kind), { scope: '*' });
  return [
    ...bodyRows({
      ...{ section, name, request },
      fields: [...TERMS, ...fields('expected_revision?: integer')],
    }),
    ...(
      [
        ['scope', 'kyb_certificate'],
        ['expires_at', '2098-01-01T00:00:00.000Z'],
        ['consented_fields', 'business_identity_verification.business_entity_type'],
      ] as const
    ).map(([field, value]) => ({
      section,
      says: `${name} changes only ${field}`,
      check: async (kit: Kit) => {
        const before = await kit.send(recordRequest(kit, kind, OTHER_TERMS));
        ok(CONSENT)(before);
        const path = `/v1/consent/${kind}/${textIn(before.body, 'consent_id')}`;
        const asRead = withQuery(path, { network_id: kit.networkId });
        const expected = {
          ...revised(before.body),
          ...OTHER_TERMS,
          [field]: value,
          ...(field === 'consented_fields' && {
            field_access_grants: listIn(before.body, 'field_access_grants').map((grant) => ({
              ...(isObject(grant) ? grant : {}),
              field_definitions: [value],
            })),
          }),
        };
        ok(CONSENT, expected)(await kit.send(put(path, { [field]: value })));
        ok(CONSENT, expected)(await kit.send(get(asRead)));
      },
    })),
    ...cases('7.5', [
      {
        says: `${name} with none of scope, expires_at and consented_fields is a 400`,
        request: async (kit) => put(await pathOf(kit, kind), {}),
        expect: envelope('VALIDATION_ERROR'),
      },
      {
        says: `${name} of an absent consent is a 404`,
        request: () => put(`/v1/consent/${kind}/${randomUUID()}`, { scope: '*' }),
        expect: envelope('RESOURCE_NOT_FOUND'),
      },
    ]),
    ...cases('7.2', [
      {
        says: `${name} that expects another revision is a 409`,
        request: async (kit) =>
          put(await pathOf(kit, kind), { scope: '*', expected_revision: 999_999 }),
        expect: envelope('RESOURCE_CONFLICT'),
      },
    ]),
    ...cases('2.1', [
      {
        says: `${name} does not take identity fields: they are immutable`,
        request: async (kit) =>
          put(await pathOf(kit, kind), { scope: '*', [`${kind}_consent_identity`]: {} }),
        expect: shapeError(`body -> ${kind}_consent_identity`),
      },
    ]),
    ...cases('design 6', [
      {
        says: `${name} with a network_id that is not the record's is a 404`,
        request: async (kit) =>
          put(await pathOf(kit, kind), { scope: '*', network_id: kit.otherNetworkId }),
        expect: envelope('RESOURCE_NOT_FOUND'),
      },
      {
        says: `${name} with a scope that the catalogue does not know is a 400`,
        request: async (kit) => put(await pathOf(kit, kind), { scope: 'no_such_product' }),
        expect: envelope('VALIDATION_ERROR'),
      },
    ]),
  ];
}

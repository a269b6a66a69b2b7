import { randomUUID } from 'node:crypto';
import { textIn } from '../../http/answer.js';
import { get, withQuery } from '../../http/request.js';
import { cases } from '../../run/cases.js';
import { envelope, ok, type Values } from '../../run/expect.js';
import type { Row } from '../../run/row.js';
import { fields } from '../../shape/fields.js';
import { queryRows } from '../../shape/query-rows.js';
import {
  CONSENT,
  knownConsent,
  pathOf,
  recordRequest,
  sectionOf,
  type ConsentKind,
} from './records.js';

const NARROW_TERMS = {
  scope: 'kyb_certificate',
  expires_at: '2051-02-03T04:05:06.000Z',
  consented_fields: 'business_identity_verification.business_entity_type',
};

/** `GET /v1/consent/{kind}/{consent_id}` (contract 4.1, 7.5, design 6). */
export function readingRows(kind: ConsentKind): readonly Row[] {
  const section = sectionOf(kind);
  const name = `/v1/consent/${kind}/{consent_id}`;
  return [
    ...(kind === 'consumer'
      ? queryRows({
          section,
          name,
          path: (kit) => pathOf(kit, kind),
          parameters: fields('network_id: uuid'),
          valid: (kit) => ({ network_id: kit.networkId }),
        })
      : []),
    ...cases(section, [
      {
        says: `GET ${name} gives the consent record`,
        request: async (kit) =>
          get(withQuery(await pathOf(kit, kind), { network_id: kit.networkId })),
        expect: async (answer, kit) =>
          ok(CONSENT, {
            consent_id: await knownConsent(kit, kind),
            scope: '*',
            consented_fields: '*',
          })(answer),
      },
    ]),
    {
      section,
      says: `GET ${name} returns the record that creation returned`,
      check: async (kit) => {
        const created = await kit.send(recordRequest(kit, kind, NARROW_TERMS));
        ok(CONSENT, NARROW_TERMS)(created);
        const path = `/v1/consent/${kind}/${textIn(created.body, 'consent_id')}`;
        const read = await kit.send(get(withQuery(path, { network_id: kit.networkId })));
        ok(CONSENT, created.body as Values)(read);
      },
    },
    ...cases('7.5', [
      {
        says: `GET ${name} outside the given network is a 404`,
        request: async (kit) =>
          get(withQuery(await pathOf(kit, kind), { network_id: kit.otherNetworkId })),
        expect: envelope('RESOURCE_NOT_FOUND'),
      },
      {
        says: `GET ${name} of an absent consent is a 404`,
        request: (kit) =>
          get(withQuery(`/v1/consent/${kind}/${randomUUID()}`, { network_id: kit.networkId })),
        expect: envelope('RESOURCE_NOT_FOUND'),
      },
      {
        says: `GET ${name} with an id that is no uuid is a 404: it is any string`,
        request: (kit) =>
          get(withQuery(`/v1/consent/${kind}/no-such-consent`, { network_id: kit.networkId })),
        expect: envelope('RESOURCE_NOT_FOUND'),
      },
    ]),
    ...cases('7.3', [
      {
        says: `GET ${name} of a consent of another institution is a 404`,
        needs: ['other'],
        request: async (kit) =>
          get(withQuery(await pathOf(kit, kind), { network_id: kit.networkId }), { as: 'other' }),
        expect: envelope('RESOURCE_NOT_FOUND'),
      },
    ]),
  ];
}

import { randomUUID } from 'node:crypto';
import { listIn, memberOf, textIn } from '../../http/answer.js';
import { del, get, post, put, withQuery } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import { cases } from '../../run/cases.js';
import { envelope, ok, requireValues, type Values } from '../../run/expect.js';
import { pageOf } from '../../run/pages.js';
import { JUST_NOW } from '../../run/like.js';
import { Mismatch } from '../../run/mismatch.js';
import type { Row } from '../../run/row.js';
import { bodyRows } from '../../shape/body-rows.js';
import { fields } from '../../shape/fields.js';
import { record } from '../../shape/shape.js';
import { aConsent, CONSENT, pathOf, revised, type ConsentKind } from './records.js';

const ENTRY = record(`
  revision: integer
  event: string
  occurred_at: date-time
  account_id: uuid
  changes: object
`);

const RECEIPT = record(`
  receipt_version: string
  receipt_id: uuid
  issued_at: date-time
  consent_id: string
  recording_entity_id subject_id: uuid
  scope consented_fields status: string
  created_at expires_at: date-time
  history audit_entries field_access_grants: object[]
  digest: string
`);

/** Grants, revocation and history of a consent (design 6). */
export function endingRows(kind: ConsentKind): readonly Row[] {
  const name = `/v1/consent/${kind}/{consent_id}`;
  const grants = async (kit: Kit) => `${await pathOf(kit, kind)}/grants`;
  const grantFor = (furnishing_entity_id: string) => ({
    furnishing_entity_id,
    field_definitions: ['business_identity_verification.business_entity_type'],
    effective_from: '2026-01-01T00:00:00.000Z',
    effective_to: '2099-01-01T00:00:00.000Z',
  });
  return [
    ...bodyRows({
      section: 'design 6',
      name: `POST ${name}/grants`,
      fields: fields(`
        furnishing_entity_id: string
        field_definitions: string[]
        effective_from? effective_to?: date-time | open
      `),
      request: async (kit) => post(await grants(kit), grantFor(kit.entityId)),
    }),
    ...cases('design 6', [
      {
        says: `POST ${name}/grants for a field that the catalogue does not know is a 400`,
        request: async (kit) =>
          post(await grants(kit), {
            ...grantFor(kit.entityId),
            field_definitions: ['no_such.field'],
          }),
        expect: envelope('VALIDATION_ERROR'),
      },
      {
        says: `POST ${name}/grants for an institution that is not in the network is a 400`,
        request: async (kit) => post(await grants(kit), grantFor(randomUUID())),
        expect: envelope('VALIDATION_ERROR'),
      },
      {
        says: `DELETE ${name}/grants/{grant_id} of an absent grant is a 404`,
        request: async (kit) => del(`${await grants(kit)}/${randomUUID()}`),
        expect: envelope('RESOURCE_NOT_FOUND'),
      },
      {
        says: `POST ${name}/revoke of an absent consent is a 404`,
        request: () => post(`/v1/consent/${kind}/${randomUUID()}/revoke`),
        expect: envelope('RESOURCE_NOT_FOUND'),
      },
      {
        says: `GET ${name}/events, the events link of the record, lists the changes`,
        request: async (kit) => {
          const path = `/v1/consent/${kind}/${await aConsent(kit, kind)}`;
          const changed = await kit.send(put(path, { scope: 'kyb_certificate' }));
          return get(textIn(changed.body, 'events'));
        },
        expect: (answer) => {
          pageOf(ENTRY)(answer);
          const entries = listIn(answer.body, 'data');
          if (entries.length !== 2) throw new Mismatch('two entries', answer.text, answer);
          const [granted, amended] = entries;
          const account_id = textIn(granted, 'account_id');
          requireValues(answer, granted, { revision: 1, occurred_at: JUST_NOW });
          requireValues(answer, amended, { revision: 2, occurred_at: JUST_NOW, account_id });
          requireValues(answer, memberOf(amended, 'changes'), {
            scope: { from: '*', to: 'kyb_certificate' },
          });
          if (memberOf(granted, 'event') === memberOf(amended, 'event')) {
            throw new Mismatch('an event of its own for a change', answer.text, answer);
          }
        },
      },
    ]),
    {
      section: 'design 6',
      says: `GET ${name}/receipt exports the consent, the same until something happens to it`,
      check: async (kit) => {
        const path = `/v1/consent/${kind}/${await aConsent(kit, kind)}`;
        const receipt = async () => {
          const request = get(withQuery(`${path}/receipt`, { network_id: kit.networkId }));
          const answer = await kit.send(request);
          ok(RECEIPT)(answer);
          return answer;
        };
        const read = await kit.send(get(withQuery(path, { network_id: kit.networkId })));
        const first = await receipt();
        const { consent_id, network_id, scope, status, expires_at } = read.body as Values;
        requireValues(first, first.body, { consent_id, network_id, scope, status, expires_at });
        if (listIn(first.body, 'history').length !== 1) {
          throw new Mismatch('one entry of history', first.text, first);
        }
        ok(CONSENT)(await kit.send(post(`${path}/revoke`)));
        const second = await receipt();
        requireValues(second, second.body, { status: 'revoked' });
        if (textIn(first.body, 'digest') === textIn(second.body, 'digest')) {
          throw new Mismatch('another digest', second.text, second);
        }
      },
    },
    {
      section: 'design 6',
      says: `POST ${name}/grants adds a grant, and DELETE closes it`,
      check: async (kit) => {
        const consent = `/v1/consent/${kind}/${await aConsent(kit, kind)}`;
        const asRead = get(withQuery(consent, { network_id: kit.networkId }));
        const path = `${consent}/grants`;
        const aGrant = grantFor(kit.entityId);
        const before = await kit.send(asRead);
        const added = await kit.send(post(path, aGrant));
        ok(CONSENT)(added);
        const grant = listIn(added.body, 'field_access_grants').at(-1);
        requireValues(added, grant, aGrant);
        const grants = [...listIn(before.body, 'field_access_grants'), grant];
        const expected = { ...revised(before.body), field_access_grants: grants };
        for (const answer of [added, await kit.send(asRead)]) ok(CONSENT, expected)(answer);
        const closed = await kit.send(del(`${path}/${textIn(grant, 'grant_id')}`));
        ok(CONSENT)(closed);
        const end = textIn(listIn(closed.body, 'field_access_grants').at(-1), 'effective_to');
        if (Date.parse(end) < Date.parse(aGrant.effective_to)) return;
        throw new Mismatch('an end that has come', end, closed);
      },
    },
    {
      section: 'design 6',
      says: `POST ${name}/revoke ends the consent: again is the same but for its revision, and any later update a 409`,
      check: async (kit) => {
        const path = `/v1/consent/${kind}/${await aConsent(kit, kind)}`;
        const revoked = await kit.send(post(`${path}/revoke`));
        ok(CONSENT)(revoked);
        requireValues(revoked, revoked.body, { status: 'revoked' });
        ok(CONSENT, revised(revoked.body))(await kit.send(post(`${path}/revoke`)));
        const read = get(withQuery(path, { network_id: kit.networkId }));
        ok(CONSENT, { status: 'revoked' })(await kit.send(read));
        envelope('RESOURCE_CONFLICT')(await kit.send(put(path, { scope: '*' })));
      },
    },
  ];
}

import { randomUUID } from 'node:crypto';
import { memberOf, textIn, type Answer } from '../http/answer.js';
import { get, post, withQuery, type Request, withBody } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import { cases } from '../run/cases.js';
import { envelope, ok, requireValues, that, type Values } from '../run/expect.js';
import { everything, pageOf } from '../run/pages.js';
import { Mismatch } from '../run/mismatch.js';
import type { Row } from '../run/row.js';
import { bodyRows } from '../shape/body-rows.js';
import { fields } from '../shape/fields.js';
import { exactly } from '../shape/shape.js';
import { isYearLater } from './consent/recording.js';
import { knownBusiness, queried, sectionOf } from './kyb/business.js';
import { SECTIONS } from './kyb/sections.js';
import { kybProductId } from './products.js';

const PATH = '/v1/institution-attestation';

/** Contract 2.5. */
const ATTESTATION = exactly(`
  id entity_id product_id: uuid
  signed_by_name signed_by_title: string
  signed_at expires_at: date-time
  status: string
  attestation_data: object
  created_at: date-time
`);

const DATA = { statement: 'Verified under the programme.', controls: ['four eyes'], level: 2 };

async function createRequest(kit: Kit): Promise<Request> {
  return post(PATH, {
    product_id: await kybProductId(kit),
    signed_by_name: 'Compliance office',
    signed_by_title: 'Head of compliance',
    attestation_data: DATA,
  });
}

/**
 * Attests; the kit revokes it at the end, because it belongs to the institution and not to a
 * network.
 */
async function attest(kit: Kit): Promise<Answer> {
  const answer = await kit.done(await createRequest(kit));
  kit.attestations.add(textIn(answer.body, 'id'));
  return answer;
}

export const attestationRows: readonly Row[] = [
  ...bodyRows({
    section: '4.3',
    name: `POST ${PATH}`,
    fields: fields(`
      product_id: uuid
      signed_by_name signed_by_title: string
      attestation_data: object
    `),
    request: createRequest,
  }),
  {
    section: '2.5',
    says: `POST ${PATH} gives the attestation record, active, of the caller's entity`,
    check: async (kit) => {
      const answer = await attest(kit);
      const read = await kit.send(get(`${PATH}/${textIn(answer.body, 'id')}`));
      for (const record of [answer, read]) {
        ok(ATTESTATION, {
          id: textIn(answer.body, 'id'),
          entity_id: kit.entityId,
          product_id: await kybProductId(kit),
          signed_by_name: 'Compliance office',
          signed_by_title: 'Head of compliance',
          attestation_data: DATA,
          status: 'active',
        })(record);
      }
    },
  },
  {
    section: '8',
    says: 'an attestation is valid for 12 months from its creation',
    check: async (kit) => {
      const answer = await attest(kit);
      const [from, to] = [textIn(answer.body, 'created_at'), textIn(answer.body, 'expires_at')];
      if (!isYearLater(from, to)) throw new Mismatch(`12 months after ${from}`, to, answer);
    },
  },
  {
    section: '3',
    says: 'creating an attestation never revokes an earlier one for the same product',
    check: async (kit) => {
      const first = textIn((await attest(kit)).body, 'id');
      await attest(kit);
      ok(ATTESTATION, { status: 'active' })(await kit.send(get(`${PATH}/${first}`)));
    },
  },
  {
    section: '3',
    says: 'the most recently created active attestation is the current one: a result carries it',
    check: async (kit) => {
      await attest(kit);
      const newest = textIn((await attest(kit)).body, 'id');
      const { id } = await knownBusiness(kit);
      const carries = (answer: Answer) =>
        SECTIONS.every(
          ({ name }) => memberOf(sectionOf(answer, name), 'attestation_id') === newest,
        );
      const answer = await queried(kit, { business_id: id }, carries);
      that(`attestation_id ${newest} in each section`, carries)(answer);
    },
  },
  {
    section: 'design 7',
    says: 'a second revocation of an attestation changes nothing, and the previous one is current again',
    check: async (kit) => {
      const before = textIn((await attest(kit)).body, 'id');
      const path = `${PATH}/${textIn((await attest(kit)).body, 'id')}/revoke`;
      const revoked = await kit.send(post(path));
      ok(ATTESTATION, { status: 'revoked' })(revoked);
      ok(ATTESTATION, revoked.body as Values)(await kit.send(post(path)));
      const { id } = await knownBusiness(kit);
      const carries = (answer: Answer) =>
        memberOf(sectionOf(answer, 'business_identity_verification'), 'attestation_id') === before;
      that(`attestation_id ${before}`, carries)(await queried(kit, { business_id: id }, carries));
    },
  },
  {
    section: 'design 7',
    says: `GET ${PATH} lists the institution's own by product`,
    check: async (kit) => {
      const id = textIn((await attest(kit)).body, 'id');
      const query = { product_id: await kybProductId(kit) };
      const answer = await kit.send(get(withQuery(PATH, query)));
      pageOf(ATTESTATION)(answer);
      const { ids, items } = await everything(kit, PATH, 'id', query);
      that(`${id} among them`, () => ids.includes(id))(answer);
      for (const item of items) requireValues(answer, item, { entity_id: kit.entityId, ...query });
    },
  },
  {
    section: '7.3',
    says: 'an attestation of another institution is a 404',
    needs: ['other'],
    check: async (kit) => {
      const id = textIn((await attest(kit)).body, 'id');
      envelope('RESOURCE_NOT_FOUND')(await kit.send(get(`${PATH}/${id}`, { as: 'other' })));
      const revoke = post(`${PATH}/${id}/revoke`, undefined, { as: 'other' });
      envelope('RESOURCE_NOT_FOUND')(await kit.send(revoke));
    },
  },
  ...cases('4.3', [
    {
      says: `POST ${PATH} for a product that does not exist is a 400`,
      request: async (kit) => {
        return withBody(await createRequest(kit), { product_id: randomUUID() });
      },
      expect: envelope('VALIDATION_ERROR'),
    },
  ]),
  ...cases('design 7', [
    {
      says: `GET ${PATH}/{id} of an absent attestation is a 404`,
      request: () => get(`${PATH}/${randomUUID()}`),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
  ]),
];

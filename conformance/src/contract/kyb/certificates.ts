import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { textIn, type Answer } from '../../http/answer.js';
import { get } from '../../http/request.js';
import { fixture, type Kit } from '../../kit/kit.js';
import { cases } from '../../run/cases.js';
import { envelope, ok } from '../../run/expect.js';
import { Mismatch } from '../../run/mismatch.js';
import type { Row } from '../../run/row.js';
import { asked, RESULT } from './asking.js';

const CERTIFICATES = '/v1/products/kyb_certificate/certificates';

const issued = fixture(async (kit): Promise<Answer> => {
  const answer = await kit.done(await asked(kit));
  return answer;
});

const pathOf = async (kit: Kit) =>
  `${CERTIFICATES}/${textIn((await issued(kit)).body, 'certificate_id')}`;

/** `GET /v1/products/kyb_certificate/certificates/{certificate_id}` (design 9). */
export const certificateRows: readonly Row[] = cases('design 9', [
  {
    says: 'a certificate is returned as issued',
    request: async (kit) => get(await pathOf(kit)),
    expect: async (answer, kit) => {
      ok(RESULT)(answer);
      const { body, text } = await issued(kit);
      if (!isDeepStrictEqual(answer.body, body)) throw new Mismatch(text, answer.text, answer);
    },
  },
  {
    says: 'a certificate is a 404 for every institution except its querier',
    needs: ['other'],
    request: async (kit) => get(await pathOf(kit), { as: 'other' }),
    expect: envelope('RESOURCE_NOT_FOUND'),
  },
  {
    says: 'an unknown certificate is a 404',
    request: () => get(`${CERTIFICATES}/${randomUUID()}`),
    expect: envelope('RESOURCE_NOT_FOUND'),
  },
]);

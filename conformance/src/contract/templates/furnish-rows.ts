import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { cases, caseWhere } from '../../run/cases.js';
import { envelope, shapeError, that, type Expectation } from '../../run/expect.js';
import type { Row } from '../../run/row.js';
import { withBody } from '../../http/request.js';
import { bodyRows } from '../../shape/body-rows.js';
import type { Kit } from '../../kit/kit.js';
import { aSubject, furnishRequest, inNetwork, onlyRequired, withNulls } from './requests.js';
import type { FurnishContract } from './template.js';

const accepted: Expectation = that(
  '200 {"success":true}',
  ({ status: code, body }) => code === 200 && isDeepStrictEqual(body, { success: true }),
);

/** Rows for every furnish endpoint (contract 4.7, design 8). */
export function furnishRows(furnish: FurnishContract): readonly Row[] {
  const { section, path, input, data } = furnish;
  const request = (kit: Kit) => furnishRequest(furnish, kit, aSubject(furnish), data);
  const hasFurnisher = input.some(({ name }) => name === 'network_furnisher_id');
  const mayBeNull = input.some((field) => field.null === 'accepted');
  return [
    ...bodyRows({ section, name: `POST ${path}`, fields: input, request }),
    ...cases(section, [
      {
        says: `POST ${path} answers {"success": true}, and nothing else`,
        request,
        expect: accepted,
      },
      {
        says: `POST ${path} needs no more than its required fields`,
        request: (kit) => onlyRequired(request(kit), input),
        expect: accepted,
      },
      ...caseWhere(mayBeNull, {
        says: `POST ${path} accepts null where the contract says "or null"`,
        request: (kit) => withNulls(request(kit), input),
        expect: accepted,
      }),
    ]),
    ...cases('design 8', [
      ...caseWhere(hasFurnisher, {
        says: `POST ${path} in the name of another institution is denied`,
        request: (kit) => withBody(request(kit), { network_furnisher_id: randomUUID() }),
        expect: envelope('PERMISSION_DENIED'),
      }),
      {
        says: `POST ${path} in a network where the caller does not furnish is denied`,
        request: (kit) => ({ ...request(kit), ...inNetwork(randomUUID()) }),
        expect: envelope('PERMISSION_DENIED'),
      },
      {
        says: `POST ${path} with an X-Network-Id that is no uuid is a 422`,
        request: (kit) => ({ ...request(kit), ...inNetwork('no-uuid') }),
        expect: shapeError('header -> x-network-id'),
      },
      {
        says: `POST ${path} without X-Network-Id needs exactly one network to furnish in`,
        request: (kit) => ({ ...request(kit), headers: {} }),
        expect: envelope('VALIDATION_ERROR'),
      },
      {
        says: `POST ${path} is closed to an institution that does not belong to the network`,
        needs: ['other'],
        request: (kit) => ({ ...request(kit), as: 'other' }),
        expect: envelope('PERMISSION_DENIED'),
      },
    ]),
  ];
}

import { randomUUID } from 'node:crypto';
import type { Answer } from '../../http/answer.js';
import { fixture, type Kit } from '../../kit/kit.js';
import { untilResult } from '../../kit/until.js';
import { cases, caseWhere } from '../../run/cases.js';
import {
  all,
  envelope,
  noResult,
  ok,
  requireReference,
  requireValues,
  shapeError,
  status,
  type Values,
} from '../../run/expect.js';
import { SOME_UUID } from '../../run/like.js';
import { Mismatch } from '../../run/mismatch.js';
import type { Row } from '../../run/row.js';
import { bodyRows } from '../../shape/body-rows.js';
import { productIdOf } from '../products.js';
import { queryEventsDuring, requireEvent } from '../query-events.js';
import { isSigned } from '../signed-answers.js';
import {
  aQueriedSubject,
  aSubject,
  furnishRequest,
  inNetwork,
  namingRequest,
  onlyRequired,
  purposeOf,
  queryRequest,
  withNulls,
} from './requests.js';
import { slugOf, type QueryContract } from './template.js';

/** Rows for every template query (contract 4.7, 7.3, design 8, 9). */
export function templateQueryRows(query: QueryContract): readonly Row[] {
  const { section, path, input, output, answer } = query;
  const furnished = fixture(async (kit) => {
    // Only its consent identifies it in the other network.
    const subject = await aQueriedSubject(kit, query, [kit.networkId, kit.otherNetworkId]);
    await furnishAll(query, kit, subject);
    return { subject, answer: await answered(query, kit, subject) };
  });
  const again = async (kit: Kit) => {
    const { subject } = await furnished(kit);
    return queryRequest(query, kit.networkId, subject);
  };
  const unknown = fixture((kit) => aQueriedSubject(kit, query));
  /** About a subject without furnished data. */
  const ofNobody = async (kit: Kit) => queryRequest(query, kit.networkId, await unknown(kit));
  const name = `POST ${path}`;
  const hasOptional = input.some(({ isRequired }) => !isRequired);
  const mayBeNull = input.some((field) => field.null === 'accepted');
  const hasFurnisher = output.fields.some((field) => field.name === 'network_furnisher_id');
  return [
    ...bodyRows({ section, name, fields: input, request: ofNobody }),
    ...cases(section, [
      {
        says: `${name} answers the listed fields, each of its type`,
        request: again,
        expect: ok(output),
      },
      {
        says: `${name} returns the values that were furnished`,
        request: again,
        expect: async (got, kit) => {
          const { subject } = await furnished(kit);
          status(200)(got);
          requireValues(got, got.body, answer);
          for (const field of query.named ?? []) {
            requireValues(got, got.body, { [field]: subject[field] });
          }
        },
      },
      ...caseWhere(hasOptional, {
        says: `${name} needs no more than its required fields`,
        request: async (kit) => onlyRequired(await again(kit), input),
        expect: ok(output),
      }),
      ...caseWhere(mayBeNull, {
        says: `${name} accepts null where the contract says "or null"`,
        request: async (kit) => withNulls(await again(kit), input),
        expect: ok(output),
      }),
    ]),
    ...cases('decision 0109', [
      {
        says: `${name} is signed with its body, query event and institution by a published key`,
        request: again,
        expect: isSigned,
      },
    ]),
    ...cases('7.3', [
      {
        says: `${name} about an unknown subject is a 204 with X-Ref-Id`,
        request: ofNobody,
        expect: noResult,
      },
    ]),
    ...cases('design 9', [
      {
        says: `${name} has its network_query_id in X-Ref-Id`,
        request: again,
        expect: all(ok(output), (got) =>
          requireValues(got, got.body, { network_query_id: requireReference(got) }),
        ),
      },
      ...caseWhere(hasFurnisher, {
        says: `${name} names the furnisher`,
        request: again,
        expect: (got, kit) => ok(output, { network_furnisher_id: kit.entityId })(got),
      }),
    ]),
    ...caseWhere(query.subject === 'consumer', {
      says: `${name} about a consumer without a recorded consent is denied`,
      request: (kit) => queryRequest(query, kit.networkId, aSubject(query)),
      expect: envelope('PERMISSION_DENIED'),
    }).flatMap((one) => cases('design 6', [one])),
    ...cases('design 6', [
      {
        says: `${name} with a purpose that is not in the list is a 422`,
        request: async (kit) => ({ ...(await ofNobody(kit)), headers: purposeOf('curiosity') }),
        expect: shapeError('header -> x-permissible-purpose'),
      },
    ]),
    ...cases('design 8', [
      {
        says: `${name} returns no data that was furnished in another network`,
        request: async (kit) => ({ ...(await again(kit)), ...inNetwork(kit.otherNetworkId) }),
        expect: noResult,
      },
      {
        says: `${name} in a network where the caller does not query is denied`,
        request: async (kit) => ({ ...(await ofNobody(kit)), ...inNetwork(randomUUID()) }),
        expect: envelope('PERMISSION_DENIED'),
      },
      {
        says: `${name} with an X-Network-Id that is no uuid is a 422`,
        request: async (kit) => ({ ...(await ofNobody(kit)), ...inNetwork('no-uuid') }),
        expect: shapeError('header -> x-network-id'),
      },
      {
        says: `${name} is closed to an institution that does not belong to the network`,
        needs: ['other'],
        request: async (kit) => ({ ...(await ofNobody(kit)), as: 'other' }),
        expect: envelope('PERMISSION_DENIED'),
      },
    ]),
    {
      section: 'design 9',
      says: `the query event of ${name} has the query, its subject and the contributing furnishers`,
      check: async (kit) => {
        const got = await kit.done(await again(kit));
        await requireEvent(kit, got, {
          product_id: await productIdOf(kit, slugOf(query)),
          product_slug: slugOf(query),
          kind: 'template',
          subject_type: query.subject,
          subject_id: SOME_UUID,
          consent_id: query.subject === 'consumer' ? SOME_UUID : null,
          permissible_purpose: null,
          furnishing_entity_ids: [kit.entityId],
          certificate_id: null,
        });
      },
    },
    {
      section: 'design 8',
      says: `${name} without X-Network-Id reads every network in which the caller is a querier`,
      check: async (kit) => {
        const got = await kit.send({ ...(await again(kit)), headers: {} });
        ok(output)(got);
        requireValues(got, got.body, answer);
      },
    },
    {
      section: 'design 9',
      says: `${name} writes one query event for each answer, and none for an error`,
      check: async (kit) => {
        const nobody = await ofNobody(kit);
        const requests = [await again(kit), nobody, { ...nobody, body: {} }];
        await queryEventsDuring(kit, requests);
      },
    },
  ];
}

async function furnishAll(query: QueryContract, kit: Kit, subject: Values): Promise<void> {
  if (query.subject === 'business') await kit.done(namingRequest(kit, subject));
  for (const furnish of query.furnished) {
    const request = furnishRequest(furnish, kit, subject, furnish.data);
    await kit.done(request);
  }
}

/** The answer, once all furnished data is readable. */
async function answered(query: QueryContract, kit: Kit, subject: Values): Promise<Answer> {
  const request = queryRequest(query, kit.networkId, subject);
  const got = await untilResult(() => kit.send(request));
  if (got.status !== 200) {
    throw new Mismatch(
      'what was furnished to be answered within 10 seconds',
      `${got.status} ${got.text}`,
      got,
    );
  }
  return got;
}

import { randomUUID } from 'node:crypto';
import { listIn, memberOf, type Answer } from '../http/answer.js';
import { post, withBody } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import { cases } from '../run/cases.js';
import { envelope, ok, requireValues, shapeError, status, that, all } from '../run/expect.js';
import type { Row } from '../run/row.js';
import { bodyRows } from '../shape/body-rows.js';
import { fields } from '../shape/fields.js';
import { record } from '../shape/shape.js';
import { aPolicy, consentOf, furnishBusiness, knownBusiness, kybQuery } from './kyb/business.js';
import { SECTIONS } from './kyb/sections.js';
import { kybProductId, productIdOf } from './products.js';
import { queryEventsDuring } from './query-events.js';
import { aSubject, consentTo, queryRequest } from './templates/requests.js';
import { slugOf } from './templates/template.js';
import { totalConsumerAssetsQuery } from './templates/total-consumer-assets.js';

export const PATH = '/v1/products/check';
const IDENTITY = 'business_identity_verification';

/** A consent that covers neither a certificate nor assets. */
const UNRELATED = { scope: 'cashflow_snapshots_trends' };

function requireSameRefusal(query: Answer, checked: Answer): void {
  envelope('PERMISSION_DENIED')(query);
  requireValues(checked, checked.body, { reason: memberOf(query.body, 'reason') });
}

const FEW = new Set(['business_entity_type', 'business_identity_verification_performed_timestamp']);

/** Its name may not have arrived yet (design 9). */
export const COVERAGE = record(
  'product_id: uuid  consumer_id business_id: uuid | null  issuable: boolean  explanation: object  entities: object[]',
  {
    explanation: record('code explanation: string  networks sections: object[]'),
    entities: record(
      'furnishing_entity_id: uuid  furnishing_entity_name: string | null  network_id: uuid  complete: boolean  missing: string[]  models: object[]',
      {
        models: record('model_name: string  met_count total_count: integer  fields: object[]', {
          fields: record('field_name: string  met: boolean'),
        }),
      },
    ),
  },
);

async function check(kit: Kit, change: object) {
  return post(PATH, {
    product_id: await kybProductId(kit),
    network_ids: [kit.networkId],
    ...change,
  });
}

const ofKnown = async (kit: Kit) => check(kit, { business_id: (await knownBusiness(kit)).id });

/** `POST /v1/products/check` (contract 4.6, design 9). */
export const coverageCheckRows: readonly Row[] = [
  ...bodyRows({
    section: '4.6',
    name: `POST ${PATH}`,
    fields: fields(`
      product_id: uuid
      network_ids: uuid[]
      policy_id?: uuid | open
      furnishing_entity_ids?: uuid[] | open
      consent_id?: string | open
      consumer_id? business_id?: uuid | open
    `),
    request: ofKnown,
  }),
  ...cases('4.6', [
    {
      says: 'a check lists the complete data of each furnisher by model and field',
      request: ofKnown,
      expect: async (answer, kit) => {
        const { id } = await knownBusiness(kit);
        ok(COVERAGE, {
          product_id: await kybProductId(kit),
          business_id: id,
          consumer_id: null,
        })(answer);
        const entities = listIn(answer.body, 'entities');
        requireValues(answer, { entities: entities.length }, { entities: 1 });
        requireValues(answer, entities[0], {
          furnishing_entity_id: kit.entityId,
          network_id: kit.networkId,
          complete: true,
        });
        requireModels(answer, entities[0], () => true);
      },
    },
    {
      says: 'a check lists each field of contract 2.8',
      request: ofKnown,
      expect: all(
        status(200),
        that('each field under its model', ({ body }) =>
          SECTIONS.every((section) => {
            const models = listIn(listIn(body, 'entities')[0], 'models');
            const model = models.find((m) => memberOf(m, 'model_name') === section.name);
            const names = listIn(model, 'fields').map((field) => memberOf(field, 'field_name'));
            return section.fields.every(({ name }) => names.includes(name));
          }),
        ),
      ),
    },
    {
      says: 'a check shows which fields are not there, and is complete where the policy requires none',
      request: async (kit) => {
        const timestamp = {
          business_identity_verification_performed_timestamp: '2026-01-15T09:30:00Z',
        };
        const section = { assertions: timestamp, data: { business_entity_type: 'corporation' } };
        return check(kit, {
          business_id: (await furnishBusiness(kit, { [IDENTITY]: section })).id,
        });
      },
      expect: (answer) => {
        ok(COVERAGE)(answer);
        const [entity] = listIn(answer.body, 'entities');
        requireValues(answer, entity, { complete: true, missing: [] });
        const model = listIn(entity, 'models').find((m) => memberOf(m, 'model_name') === IDENTITY);
        requireValues(answer, model, { met_count: 2 });
        requireModels(answer, entity, (section, field) => section === IDENTITY && FEW.has(field));
      },
    },
    {
      says: 'a check lists the required fields that a furnisher lacks, and whether a query would have a result',
      request: async (kit) => {
        const timestamp = {
          business_identity_verification_performed_timestamp: '2026-01-15T09:30:00Z',
        };
        const section = { assertions: timestamp, data: { business_entity_type: 'corporation' } };
        const field_selections = [{ field_name: 'business_website_url', is_required: true }];
        const policy_id = await aPolicy(kit, {
          model_selections: [{ model_name: IDENTITY, field_selections }],
        });
        const { id } = await furnishBusiness(kit, { [IDENTITY]: section });
        return check(kit, { business_id: id, policy_id });
      },
      expect: (answer) => {
        ok(COVERAGE, { issuable: false })(answer);
        requireValues(answer, listIn(answer.body, 'entities')[0], {
          complete: false,
          missing: [`${IDENTITY}.business_website_url`],
        });
      },
    },
    {
      says: 'a check never answers a value',
      request: ofKnown,
      expect: all(
        status(200),
        that('no value that was furnished', ({ text }) =>
          ['limited_liability_company', 'Conformance Hardware', 'operating-agreement.pdf'].every(
            (value) => !text.includes(value),
          ),
        ),
      ),
    },
    {
      says: 'a check under a consent resolves its business',
      request: async (kit) => {
        const { identity } = await knownBusiness(kit);
        return check(kit, { consent_id: await consentOf(kit, identity) });
      },
      expect: async (answer, kit) =>
        ok(COVERAGE, { business_id: (await knownBusiness(kit)).id })(answer),
    },
    {
      says: 'a check without a network is rejected',
      request: (kit) => check(kit, { network_ids: [], business_id: randomUUID() }),
      expect: shapeError('body -> network_ids'),
    },
    {
      says: 'a check that names no subject is a 400',
      request: (kit) => check(kit, {}),
      expect: envelope('VALIDATION_ERROR'),
    },
    {
      says: 'a check of an unknown business is a 404',
      request: (kit) => check(kit, { business_id: randomUUID() }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: 'a check of an unknown product is a 400',
      request: async (kit) => {
        return withBody(await ofKnown(kit), { product_id: randomUUID() });
      },
      expect: envelope('VALIDATION_ERROR'),
    },
    {
      says: 'a check in a network where the caller does not query is denied',
      request: (kit) => check(kit, { network_ids: [randomUUID()], business_id: randomUUID() }),
      expect: envelope('PERMISSION_DENIED'),
    },
    {
      says: 'a check in a network to which the institution does not belong is denied',
      needs: ['other'],
      request: async (kit) => ({ ...(await ofKnown(kit)), as: 'other' }),
      expect: envelope('PERMISSION_DENIED'),
    },
  ]),
  {
    section: '4.6',
    says: 'a check under a consent that does not cover the query is refused for the reason of the query',
    check: async (kit) => {
      const { identity } = await knownBusiness(kit);
      const consent_id = await consentOf(kit, identity, UNRELATED);
      const query = kybQuery(kit, { consent_id });
      requireSameRefusal(await kit.send(query), await kit.send(await check(kit, { consent_id })));
    },
  },
  {
    section: '4.6',
    says: 'a check of a template is refused for the reason of its query, whatever consent it names',
    check: async (kit) => {
      const subject = aSubject(totalConsumerAssetsQuery);
      const consent_id = await consentTo(kit, subject, UNRELATED);
      const query = queryRequest(totalConsumerAssetsQuery, kit.networkId, subject);
      const product_id = await productIdOf(kit, slugOf(totalConsumerAssetsQuery));
      const asked = await check(kit, { product_id, consent_id });
      requireSameRefusal(await kit.send(query), await kit.send(asked));
    },
  },
  {
    section: '4.6',
    says: 'a check is not billable: it writes no query event',
    check: async (kit) => {
      await kit.done(await ofKnown(kit));
      await queryEventsDuring(kit, [], [await ofKnown(kit)]);
    },
  },
];

/** Every model with every field of contract 2.8, met or not, and the counts of both. */
function requireModels(
  answer: Answer,
  entity: unknown,
  isMet: (section: string, field: string) => boolean,
): void {
  const models = listIn(entity, 'models');
  for (const { name, fields } of SECTIONS) {
    const model = models.find((one) => memberOf(one, 'model_name') === name);
    const met = fields.filter((field) => isMet(name, field.name)).length;
    requireValues(answer, model, { model_name: name, met_count: met, total_count: fields.length });
    for (const field of fields) {
      const reported = listIn(model, 'fields').find(
        (f) => memberOf(f, 'field_name') === field.name,
      );
      requireValues(answer, reported, { field_name: field.name, met: isMet(name, field.name) });
    }
  }
}

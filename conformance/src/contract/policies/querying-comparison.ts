import { randomUUID } from 'node:crypto';
import { post, put } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import { cases } from '../../run/cases.js';
import { envelope, ok } from '../../run/expect.js';
import type { Row } from '../../run/row.js';
import { bodyRows } from '../../shape/body-rows.js';
import { fields } from '../../shape/fields.js';
import { record } from '../../shape/shape.js';
import { configuration, create, draft as policy, PATH } from './querying-policy.js';

const COMPARISON = record(
  `policy_id: uuid
   policy_version: integer
   effect explanation: string
   models changes: object[]`,
  {
    models: record('model_name effect: string  fields: object[]'),
    changes: record(
      'member effect before after: string  model_name field_name note: string | null',
    ),
  },
);

const ITEM = `${PATH}/{policy_id}/comparison`;
const MODEL = 'business_identity_verification';

const compare = (id: string, change: object) => post(`${PATH}/${id}/comparison`, change);

const limited = (max_age_days: number) => ({
  model_selections: [{ model_name: MODEL, max_age_days }],
});

const configured = async (kit: Kit) => {
  const id = await create(kit);
  await kit.done(put(configuration(id), limited(30)));
  return id;
};

/** The comparison of a configuration with a querying policy (design 7). */
export const queryingComparisonRows: readonly Row[] = [
  ...bodyRows({
    section: 'design 7',
    name: `POST ${ITEM}`,
    fields: fields(
      'version?: integer  name?: string  is_default? enforced?: boolean  model_selections?: object[]',
    ),
    request: async (kit) => compare(await policy(kit), { version: 1, name: randomUUID() }),
  }),
  ...cases('design 7', [
    {
      says: `POST ${ITEM} of an unknown policy is a 404`,
      request: () => compare(randomUUID(), {}),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: `POST ${ITEM} with an unknown version is a 404`,
      request: async (kit) => compare(await policy(kit), { version: 999 }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: `POST ${ITEM} with an unknown model is a 400`,
      request: async (kit) =>
        compare(await policy(kit), { model_selections: [{ model_name: 'aura' }] }),
      expect: envelope('VALIDATION_ERROR'),
    },
  ]),
  ...cases('7.3', [
    {
      says: 'a comparison with a policy of such a network is a 404, too',
      needs: ['other'],
      request: async (kit) => ({ ...compare(await policy(kit), {}), as: 'other' }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
  ]),
  {
    section: 'design 7',
    says: `POST ${ITEM} says whether a configuration releases less, more or the same`,
    check: async (kit) => {
      const id = await configured(kit);
      const against = { policy_id: id, policy_version: 2 };
      const send = (change: object) => kit.send(compare(id, change));
      ok(COMPARISON, { ...against, effect: 'narrower' })(await send(limited(7)));
      ok(COMPARISON, { ...against, effect: 'wider' })(await send({ version: 1 }));
      ok(COMPARISON, { ...against, effect: 'equal' })(await send({}));
      ok(COMPARISON, { effect: 'narrower' })(await send({ version: 1, ...limited(7) }));
    },
  },
];

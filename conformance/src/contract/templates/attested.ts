import { memberOf, textIn, type Answer } from '../../http/answer.js';
import { post, put } from '../../http/request.js';
import { fixture, type Kit } from '../../kit/kit.js';
import { until, untilResult } from '../../kit/until.js';
import { noResult, requireValues, status, type Values } from '../../run/expect.js';
import { Mismatch } from '../../run/mismatch.js';
import { everything } from '../../run/pages.js';
import type { Row } from '../../run/row.js';
import { aPolicy } from '../kyb/business.js';
import { configuration } from '../policies/querying-policy.js';
import { productIdOf } from '../products.js';
import { aQueriedSubject, furnishRequest, queryRequest } from './requests.js';
import { slugOf } from './template.js';
import {
  totalConsumerLiabilitiesFurnish as FURNISH,
  totalConsumerLiabilitiesQuery as QUERY,
} from './total-consumer-liabilities.js';

const PATH = '/v1/institution-attestation';
const INDICATOR = 'network_adverse_action_eligible_indicator';

/** The effect of a furnisher's attestation to a template on its answers (design 7, 9). */
export const attestedRows: readonly Row[] = [
  {
    section: '4.7',
    says: `${INDICATOR} is true while the furnisher's attestation is active, and false without one`,
    check: async (kit) => {
      await revokeAll(kit);
      await requireIndicator(kit, false);
      await attest(kit);
      await requireIndicator(kit, true);
      await revokeAll(kit);
      await requireIndicator(kit, false);
    },
  },
  {
    section: 'design 7',
    says: 'a policy with attestation_required permits only data of an attested furnisher',
    check: async (kit) => {
      await revokeAll(kit);
      await requireIndicator(kit, false);
      const network_id = kit.networkId;
      const product_id = await productIdOf(kit, slugOf(QUERY));
      const model_selections = [{ model_name: slugOf(QUERY), attestation_required: true }];
      const terms = { is_default: true, model_selections };
      const policyId = await aPolicy(kit, terms, { product_id, network_id });
      try {
        noResult(await ask(kit));
        await attest(kit);
        status(200)(await untilResult(() => ask(kit)));
      } finally {
        await kit.done(put(configuration(policyId), { is_default: false }));
        await revokeAll(kit);
      }
    },
  },
];

const debtor = fixture(async (kit): Promise<Values> => {
  const subject = await aQueriedSubject(kit, QUERY);
  await kit.done(furnishRequest(FURNISH, kit, subject, FURNISH.data));
  return subject;
});

async function ask(kit: Kit): Promise<Answer> {
  return kit.send(queryRequest(QUERY, kit.networkId, await debtor(kit)));
}

async function requireIndicator(kit: Kit, expected: boolean): Promise<void> {
  const answer = await until(
    () => ask(kit),
    ({ body }) => memberOf(body, INDICATOR) === expected,
  );
  requireValues(answer, answer.body, { [INDICATOR]: expected });
}

async function attest(kit: Kit): Promise<void> {
  const attested = await kit.done(
    post(PATH, {
      product_id: await productIdOf(kit, slugOf(QUERY)),
      signed_by_name: 'Compliance office',
      signed_by_title: 'Head of compliance',
      attestation_data: {},
    }),
  );
  kit.attestations.add(textIn(attested.body, 'id'));
}

/** Only the kit's own: the kit may not revoke other attestations. */
async function revokeAll(kit: Kit): Promise<void> {
  const query = { product_id: await productIdOf(kit, slugOf(QUERY)) };
  const { items } = await everything(kit, PATH, 'id', query);
  for (const one of items) {
    if (memberOf(one, 'status') !== 'active') continue;
    const id = textIn(one, 'id');
    if (!kit.attestations.has(id)) throw new Mismatch('an institution made for tests', id);
    await kit.done(post(`${PATH}/${id}/revoke`));
  }
}

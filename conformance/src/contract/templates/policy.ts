import { memberOf, textIn, type Answer } from '../../http/answer.js';
import { post, put } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import { untilResult } from '../../kit/until.js';
import { all, envelope, noResult, ok, status, that, type Values } from '../../run/expect.js';
import type { Row } from '../../run/row.js';
import { aPolicy } from '../kyb/business.js';
import { configuration, PATH, POLICY } from '../policies/querying-policy.js';
import { productIdOf } from '../products.js';
import { requireEvent } from '../query-events.js';
import {
  aQueriedSubject,
  aSubject,
  consentTo,
  furnishRequest,
  purposeOf,
  queryRequest,
} from './requests.js';
import { slugOf } from './template.js';
import { totalConsumerAssetsFurnish, totalConsumerAssetsQuery } from './total-consumer-assets.js';

const ASSETS = slugOf(totalConsumerAssetsQuery);

/** The effect of policies on a template, whose id they use like a product's (design 7, 9). */
export const templatePolicyRows: readonly Row[] = [
  {
    section: 'design 7',
    says: 'a querying policy is written for a template, with its fields and no others',
    check: async (kit) => {
      const product_id = await productIdOf(kit, ASSETS);
      const network_id = kit.networkId;
      const created = await kit.send(post(PATH, { product_id, network_id, name: 'of a template' }));
      ok(POLICY, { product_id, network_id, status: 'draft' })(created);
      const save = (field_name: string) => {
        const model_selections = [{ model_name: ASSETS, field_selections: [{ field_name }] }];
        return kit.send(
          put(configuration(textIn(created.body, 'id')), {
            status: 'published',
            model_selections,
          }),
        );
      };
      ok(POLICY, { product_id, status: 'published' })(await save('asset_type'));
      all(
        envelope('VALIDATION_ERROR'),
        that('a detail that names hue', ({ body }) => textIn(body, 'detail').includes('hue')),
      )(await save('hue'));
    },
  },
  {
    section: 'design 9',
    says: "a network's default policy for a template applies to the next query of it",
    check: async (kit) => {
      const owner = await anOwner(kit, { asset_type: 'house', housing_status_own_rent: 'own' });
      const pair = {
        product_id: await productIdOf(kit, ASSETS),
        network_id: kit.otherNetworkId,
      };
      const policyId = await aPolicy(kit, byDefault('asset_type', { is_enabled: false }), pair);
      try {
        const answer = await ask(kit, owner);
        ok(totalConsumerAssetsQuery.output, { housing_status_own_rent: 'own' })(answer);
        that(
          'no asset_type',
          ({ body }) => (memberOf(body, 'asset_type') ?? null) === null,
        )(answer);
        await requireEvent(kit, answer, { policy_id: policyId }, kit.otherNetworkId);
        await save(kit, policyId, byDefault('asset_current_market_value', { is_required: true }));
        noResult(await ask(kit, owner));
      } finally {
        await save(kit, policyId, { is_default: false });
      }
      ok(totalConsumerAssetsQuery.output, { asset_type: 'house' })(await ask(kit, owner));
    },
  },
  {
    section: 'design 6',
    says: 'a policy lets a template be queried without a consent for a purpose that it allows',
    check: async (kit) => {
      const stranger = aSubject(totalConsumerAssetsQuery);
      const { otherNetworkId } = kit;
      const request = queryRequest(totalConsumerAssetsQuery, otherNetworkId, stranger);
      const askFor = (purpose?: string) =>
        kit.send({
          ...request,
          headers: { ...request.headers, ...(purpose !== undefined && purposeOf(purpose)) },
        });
      envelope('PERMISSION_DENIED')(await askFor('account_review'));
      const pair = { product_id: await productIdOf(kit, ASSETS), network_id: otherNetworkId };
      const terms = { consent: 'permissible_purpose', permissible_purposes: ['account_review'] };
      const policyId = await aPolicy(kit, { is_default: true, ...terms }, pair);
      try {
        envelope('PERMISSION_DENIED')(await askFor());
        envelope('PERMISSION_DENIED')(await askFor('employment'));
        const answer = await askFor('account_review');
        noResult(answer);
        const event = { permissible_purpose: 'account_review', consent_id: null };
        await requireEvent(kit, answer, event, otherNetworkId);
        const terms = { network_id: otherNetworkId };
        const consentId = await consentTo(kit, stranger, terms);
        noResult(await askFor());
        await kit.done(post(`/v1/consent/consumer/${consentId}/revoke`));
        envelope('PERMISSION_DENIED')(await askFor('account_review'));
      } finally {
        await save(kit, policyId, { is_default: false });
      }
    },
  },
];

function byDefault(field_name: string, rule: Values): Values {
  const field_selections = [{ field_name, ...rule }];
  return { is_default: true, model_selections: [{ model_name: ASSETS, field_selections }] };
}

async function save(kit: Kit, policyId: string, change: Values): Promise<void> {
  await kit.done(put(configuration(policyId), change));
}

/** Furnishes a business in the other network, where no other row queries it. */
async function anOwner(kit: Kit, data: Values): Promise<Values> {
  const { otherNetworkId } = kit;
  const owner = await aQueriedSubject(kit, totalConsumerAssetsQuery, [otherNetworkId]);
  const request = furnishRequest(totalConsumerAssetsFurnish, kit, owner, data, otherNetworkId);
  await kit.done(request);
  status(200)(await untilResult(() => ask(kit, owner)));
  return owner;
}

function ask(kit: Kit, owner: Values): Promise<Answer> {
  return kit.send(queryRequest(totalConsumerAssetsQuery, kit.otherNetworkId, owner));
}

import { listIn, memberOf } from '../../http/answer.js';
import { get, post, put } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import { untilResult } from '../../kit/until.js';
import {
  envelope,
  noResult,
  ok,
  requireReference,
  requireValues,
  status,
  type Values,
} from '../../run/expect.js';
import { Mismatch } from '../../run/mismatch.js';
import type { Row } from '../../run/row.js';
import { requireEvent } from '../query-events.js';
import { aQueriedSubject, aSubject, consentTo, furnishRequest, queryRequest } from './requests.js';
import { slugOf } from './template.js';
import { totalConsumerAssetsFurnish, totalConsumerAssetsQuery } from './total-consumer-assets.js';
import {
  totalConsumerLiabilitiesFurnish,
  totalConsumerLiabilitiesQuery,
} from './total-consumer-liabilities.js';

const ASSETS = slugOf(totalConsumerAssetsQuery);
const LIABILITIES = slugOf(totalConsumerLiabilitiesQuery);

/**
 * A template query cannot name a consent: the recorded consents of its subject apply (design 6, 9).
 */
export const templateConsentRows: readonly Row[] = [
  {
    section: 'design 3',
    says: 'a revoked consent applies to the next template query: 403',
    check: async (kit) => {
      const owner = await anOwner(kit);
      const consentId = await consentTo(kit, owner, { scope: ASSETS });
      status(200)(await askAssets(kit, owner));
      await revoke(kit, consentId);
      envelope('PERMISSION_DENIED')(await askAssets(kit, owner));
    },
  },
  {
    section: 'design 3',
    says: 'a consent that no longer covers a template applies to the next query of it: 403',
    check: async (kit) => {
      const owner = aSubject(totalConsumerAssetsQuery);
      const consentId = await consentTo(kit, owner);
      noResult(await askAssets(kit, owner));
      const change = { scope: LIABILITIES };
      await kit.done(put(`/v1/consent/consumer/${consentId}`, change));
      envelope('PERMISSION_DENIED')(await askAssets(kit, owner));
    },
  },
  {
    section: 'design 6',
    says: 'a template query is denied when the recorded consents cover only other data sets',
    check: async (kit) => {
      const owner = aSubject(totalConsumerAssetsQuery);
      await consentTo(kit, owner, { scope: LIABILITIES });
      envelope('PERMISSION_DENIED')(await askAssets(kit, owner));
    },
  },
  {
    section: 'design 6',
    says: 'the newest consent that covers a template applies: when it is revoked, an older one does not replace it',
    check: async (kit) => {
      const owner = await anOwner(kit);
      await consentTo(kit, owner, { scope: ASSETS });
      const newest = await consentTo(kit, owner, { scope: ASSETS });
      status(200)(await askAssets(kit, owner));
      await revoke(kit, newest);
      envelope('PERMISSION_DENIED')(await askAssets(kit, owner));
    },
  },
  {
    section: 'design 6',
    says: 'a new consent opens a template that a revoked one had closed',
    check: async (kit) => {
      const owner = await anOwner(kit);
      await revoke(kit, await consentTo(kit, owner));
      envelope('PERMISSION_DENIED')(await askAssets(kit, owner));
      const consentId = await consentTo(kit, owner);
      const answer = await askAssets(kit, owner);
      status(200)(answer);
      await requireEvent(kit, answer, { consent_id: consentId });
    },
  },
  {
    section: 'design 6',
    says: 'a consent of another consumer does not apply to a template query of this one',
    check: async (kit) => {
      const owner = await anOwner(kit);
      await revoke(kit, await consentTo(kit, aSubject(totalConsumerAssetsQuery)));
      status(200)(await askAssets(kit, owner));
    },
  },
  {
    section: 'design 9',
    says: 'a network whose consent is revoked is left out of a total, and the explanation names it',
    check: async (kit) => {
      const owner = await anOwner(kit);
      const network_id = kit.otherNetworkId;
      await kit.done(
        furnishRequest(
          totalConsumerAssetsFurnish,
          kit,
          owner,
          totalConsumerAssetsFurnish.data,
          network_id,
        ),
      );
      await revoke(kit, await consentTo(kit, owner, { network_id }));
      const query = queryRequest(totalConsumerAssetsQuery, kit.networkId, owner);
      const answer = await kit.send({ ...query, headers: {} });
      status(200)(answer);
      requireValues(answer, answer.body, totalConsumerAssetsQuery.answer);
      const explanation = `/v1/query-events/${requireReference(answer)}/explanation`;
      const { body } = await kit.done(get(explanation));
      const omitted = listIn(body, 'omitted_networks');
      const found = omitted.find((one) => memberOf(one, 'network_id') === network_id);
      requireValues(answer, found, { reason: 'consent_out_of_scope' });
    },
  },
  {
    section: 'design 9',
    says: 'an optional output of a template that was not consented to is null',
    check: async (kit) => {
      const owner = await anOwner(kit);
      await consentTo(kit, owner, { consented_fields: `${ASSETS}.asset_type` });
      const answer = await askAssets(kit, owner);
      ok(totalConsumerAssetsQuery.output, { asset_type: 'brokerage' })(answer);
      for (const name of Object.keys(totalConsumerAssetsQuery.answer)) {
        if (name === 'asset_type') continue;
        const seen = memberOf(answer.body, name) ?? null;
        if (seen !== null) throw new Mismatch(`${name}: null`, JSON.stringify(seen), answer);
      }
    },
  },
  {
    section: '7.3',
    says: 'a required output of a template that was not consented to is a 204 with X-Ref-Id',
    check: async (kit) => {
      const debtor = await aQueriedSubject(kit, totalConsumerLiabilitiesQuery);
      const { data } = totalConsumerLiabilitiesFurnish;
      const furnished = furnishRequest(totalConsumerLiabilitiesFurnish, kit, debtor, data);
      await kit.done(furnished);
      const query = queryRequest(totalConsumerLiabilitiesQuery, kit.networkId, debtor);
      status(200)(await untilResult(() => kit.send(query)));
      const consented_fields = `${LIABILITIES}.current_total_liabilities`;
      await consentTo(kit, debtor, { consented_fields });
      noResult(await kit.send(query));
    },
  },
];

/** A consumer with a consent to everything, and furnished data for every field of the template. */
async function anOwner(kit: Kit): Promise<Values> {
  const owner = await aQueriedSubject(kit, totalConsumerAssetsQuery);
  const { data } = totalConsumerAssetsFurnish;
  await kit.done(furnishRequest(totalConsumerAssetsFurnish, kit, owner, data));
  status(200)(await untilResult(() => askAssets(kit, owner)));
  return owner;
}

function askAssets(kit: Kit, owner: Values) {
  return kit.send(queryRequest(totalConsumerAssetsQuery, kit.networkId, owner));
}

async function revoke(kit: Kit, consentId: string): Promise<void> {
  await kit.done(post(`/v1/consent/consumer/${consentId}/revoke`));
}

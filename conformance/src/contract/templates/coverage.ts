import { listIn, memberOf, textIn, type Answer } from '../../http/answer.js';
import { get, post, withQuery } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import { until } from '../../kit/until.js';
import { ok, requireValues, status, type Values } from '../../run/expect.js';
import { Mismatch } from '../../run/mismatch.js';
import type { Row } from '../../run/row.js';
import { COVERAGE, PATH } from '../coverage-check.js';
import { productIdOf } from '../products.js';
import { aQueriedSubject, consentTo, furnishRequest } from './requests.js';
import { slugOf, type QueryContract } from './template.js';
import { totalConsumerAssetsFurnish, totalConsumerAssetsQuery } from './total-consumer-assets.js';

const ASSETS = totalConsumerAssetsQuery;

/** The coverage check of a template (contract 4.6, design 9). */
export const templateCoverageRows: readonly Row[] = [
  {
    section: '4.6',
    says: 'a check of a template shows which of its fields there are of a consumer, and no value',
    check: async (kit) => {
      const subject = await aQueriedSubject(kit, ASSETS);
      await furnishAssets(kit, subject, { asset_type: 'brokerage' });
      const answer = await untilCovered(kit, ASSETS, subject, ['asset_type']);
      ok(COVERAGE, {
        product_id: await productIdOf(kit, slugOf(ASSETS)),
        consumer_id: await consumerOf(kit, subject),
        business_id: null,
      })(answer);
      requireValues(answer, { met: metFields(answer) }, { met: ['asset_type'] });
      const [entity] = listIn(answer.body, 'entities');
      requireValues(answer, entity, {
        furnishing_entity_id: kit.entityId,
        network_id: kit.networkId,
        complete: true,
      });
      const [model] = listIn(entity, 'models');
      requireValues(answer, model, { model_name: slugOf(ASSETS), met_count: 1 });
      if (answer.text.includes('brokerage')) throw new Mismatch('no value', answer.text, answer);
    },
  },
  {
    section: '4.6',
    says: 'a check of a template under a consent resolves its consumer, and shows no other field',
    check: async (kit) => {
      const subject = await aQueriedSubject(kit, ASSETS);
      await furnishAssets(kit, subject, totalConsumerAssetsFurnish.data);
      await untilCovered(kit, ASSETS, subject, ['asset_type', 'housing_status_own_rent']);
      const consented_fields = `${slugOf(ASSETS)}.asset_type`;
      const consent_id = await consentTo(kit, subject, { consented_fields });
      const answer = await check(kit, ASSETS, { consent_id });
      ok(COVERAGE, { consumer_id: await consumerOf(kit, subject), business_id: null })(answer);
      requireValues(answer, { met: metFields(answer) }, { met: ['asset_type'] });
    },
  },
];

/**
 * Waits until a coverage check reports these fields of the template: a later 204 is then due to
 * missing data, not to data that has not arrived.
 * @throws Mismatch when they are not reported within ten seconds
 */
export async function untilCovered(
  kit: Kit,
  query: QueryContract,
  subject: Values,
  fields: readonly string[],
): Promise<Answer> {
  const consumer_id = await consumerOf(kit, subject);
  const isThere = (answer: Answer) => {
    const met = new Set(answer.status === 200 ? metFields(answer) : []);
    return fields.every((name) => met.has(name));
  };
  const answer = await until(() => check(kit, query, { consumer_id }), isThere);
  status(200)(answer);
  if (isThere(answer)) return answer;
  throw new Mismatch(`${fields.join(', ')} within 10 seconds`, answer.text, answer);
}

async function check(kit: Kit, query: QueryContract, subject: Values): Promise<Answer> {
  const product_id = await productIdOf(kit, slugOf(query));
  return kit.send(post(PATH, { product_id, network_ids: [kit.networkId], ...subject }));
}

/** The names of the fields that are met by any furnisher. */
function metFields({ body }: Answer): readonly string[] {
  return listIn(body, 'entities')
    .flatMap((entity) => listIn(entity, 'models'))
    .flatMap((model) => listIn(model, 'fields'))
    .filter((field) => memberOf(field, 'met') === true)
    .map((field) => textIn(field, 'field_name'));
}

/** The id of a consumer with furnished data, from the search (contract 4.2). */
async function consumerOf(kit: Kit, subject: Values): Promise<string> {
  const query = {
    network_id: kit.networkId,
    social_security_number: String(subject['social_security_number']),
  };
  const found = await kit.done(get(withQuery('/v1/entities/consumer/search', query)));
  return textIn(found.body, 0, 'id');
}

async function furnishAssets(kit: Kit, subject: Values, data: Values): Promise<void> {
  await kit.done(furnishRequest(totalConsumerAssetsFurnish, kit, subject, data));
}

import { randomUUID } from 'node:crypto';
import { listIn, memberOf, textIn, type Answer } from '../../http/answer.js';
import { post, put } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import { businessIdentity } from '../../kit/subjects.js';
import { until } from '../../kit/until.js';
import { envelope, status, type Values } from '../../run/expect.js';
import { Mismatch } from '../../run/mismatch.js';
import type { Row } from '../../run/row.js';
import { KYB_FURNISH } from '../kyb/business.js';
import { kybProductId, productIdOf } from '../products.js';
import {
  businessIdentityVerificationFurnish,
  businessIdentityVerificationQuery,
} from '../templates/business-identity-verification.js';
import { aSubject, furnishRequest } from '../templates/requests.js';
import { AT, slugOf } from '../templates/template.js';
import { configuration, PATH } from './furnishing-policy.js';

const IDENTITY = 'business_identity_verification';

const RECORD = {
  assertions: { business_identity_verification_performed_timestamp: AT },
  data: { business_entity_type: 'corporation' },
};

/** Requirements of an active policy that the kit's record does not meet (design 7). */
const DEMANDS: readonly (readonly [says: string, policy_metadata: Values])[] = [
  ['lacks a required field', { required_fields: [`${IDENTITY}.business_registration_status`] }],
  ['is older than max_age_days', { max_age_days: 1 }],
];

/** The effect of an active furnishing policy on acceptance (design 7); in the other network. */
export const furnishingInForceRows: readonly Row[] = [
  ...DEMANDS.map(([what, policy_metadata]) => ({
    section: 'design 7',
    says: `a record that ${what} is rejected while the furnishing policy is active, and accepted afterwards`,
    check: async (kit: Kit) => {
      requireAccepted(await furnish(kit), true);
      const active = { active_on: '2020-01-01T00:00:00.000Z', policy_metadata };
      const policyId = await aPolicy(kit, await kybProductId(kit), active);
      try {
        requireAccepted(await until(() => furnish(kit), isAccepted(false)), false);
      } finally {
        await retire(kit, policyId);
      }
      requireAccepted(await until(() => furnish(kit), isAccepted(true)), true);
    },
  })),
  {
    section: 'design 7',
    says: 'a draft of a furnishing policy, or one that is not active yet, refuses nothing',
    check: async (kit) => {
      const [, policy_metadata] = DEMANDS[0] ?? [];
      const productId = await kybProductId(kit);
      await aPolicy(kit, productId, { policy_metadata });
      await aPolicy(kit, productId, { policy_metadata, active_on: '2099-01-01T00:00:00.000Z' });
      requireAccepted(await furnish(kit), true);
    },
  },
  {
    section: 'design 7',
    says: 'a template call that an active furnishing policy refuses is a 400',
    check: async (kit) => {
      const template = businessIdentityVerificationFurnish;
      const call = () => {
        const subject = aSubject(template);
        return kit.send(furnishRequest(template, kit, subject, template.data, kit.otherNetworkId));
      };
      status(200)(await call());
      const policyId = await aPolicy(
        kit,
        await productIdOf(kit, slugOf(businessIdentityVerificationQuery)),
        { active_on: '2020-01-01T00:00:00.000Z', policy_metadata: { max_age_days: 1 } },
      );
      try {
        envelope('VALIDATION_ERROR')(await until(call, ({ status: code }) => code !== 200));
      } finally {
        await retire(kit, policyId);
      }
      status(200)(await until(call, ({ status: code }) => code === 200));
    },
  },
];

function furnish(kit: Kit): Promise<Answer> {
  const records = [{ business_identity: businessIdentity(), [IDENTITY]: RECORD }];
  return kit.send(post(KYB_FURNISH, { network_id: kit.otherNetworkId, records }));
}

function isAccepted(expected: boolean) {
  return ({ body }: Answer) => memberOf(body, 'results', 0, 'accepted') === expected;
}

/** Accepted, or rejected with an error of its own. */
function requireAccepted(answer: Answer, expected: boolean): void {
  status(200)(answer);
  const errors = listIn(answer.body, 'results', 0, 'errors').length;
  if (isAccepted(expected)(answer) && errors > 0 !== expected) return;
  throw new Mismatch(expected ? 'an accepted record' : 'a refused record', answer.text, answer);
}

async function aPolicy(kit: Kit, productId: string, terms: Values): Promise<string> {
  const created = await kit.done(
    post(PATH, {
      product_id: productId,
      network_id: kit.otherNetworkId,
      name: `in force ${randomUUID()}`,
      ...terms,
    }),
  );
  return textIn(created.body, 'id');
}

/** Only the end of an active policy can change (design 7). */
async function retire(kit: Kit, policyId: string): Promise<void> {
  const deprecated_on = '2020-01-02T00:00:00.000Z';
  await kit.done(put(configuration(policyId), { deprecated_on }));
}

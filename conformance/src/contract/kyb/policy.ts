import { memberOf } from '../../http/answer.js';
import { put, withBody } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import { envelope, noResult, ok, requireValues, type Values } from '../../run/expect.js';
import { Mismatch } from '../../run/mismatch.js';
import type { Row } from '../../run/row.js';
import { configuration } from '../policies/querying-policy.js';
import { asked, RESULT } from './asking.js';
import { anotherInstitution, aPolicy, knownBusiness, kybQuery, sectionOf } from './business.js';

const IDENTITY = 'business_identity_verification';
const OWNERSHIP = 'business_ownership_control_verification';

/** The kit's data has an old verification, by the institution of its token. */
const HIDING: readonly (readonly [says: string, selection: (kit: Kit) => Promise<Values>])[] = [
  ['older than max_age_days', () => Promise.resolve({ max_age_days: 1 })],
  [
    'from a source that is not selected',
    async (kit) => ({ selected_provenance_option_ids: [await anotherInstitution(kit)] }),
  ],
];

/** How policies govern a KYB query (design 7, 9). */
export const kybPolicyRows: readonly Row[] = [
  {
    section: 'design 7',
    says: 'a disabled field is null under the policy that disables it, from the next query on',
    check: async (kit) => {
      const policyId = await aPolicy(kit, {});
      const { id } = await knownBusiness(kit);
      for (const is_enabled of [false, true, false]) {
        const field_selections = [{ field_name: 'business_entity_type', is_enabled }];
        const model_selections = [{ model_name: IDENTITY, field_selections }];
        await kit.done(put(configuration(policyId), { model_selections }));
        const answer = await kit.done(kybQuery(kit, { business_id: id, policy_id: policyId }));
        requireValues(answer, memberOf(sectionOf(answer, IDENTITY), 'data'), {
          business_entity_type: is_enabled ? 'limited_liability_company' : null,
          business_registration_status: 'active',
        });
      }
    },
  },
  {
    section: 'design 9',
    says: 'a required field whose value the policy does not accept is missing: 204',
    check: async (kit) => {
      const field_selections = [
        { field_name: 'business_entity_type', is_required: true, accepted_values: ['trust'] },
      ];
      const policyId = await aPolicy(kit, {
        model_selections: [{ model_name: IDENTITY, field_selections }],
      });
      const { id } = await knownBusiness(kit);
      noResult(await kit.send(kybQuery(kit, { business_id: id, policy_id: policyId })));
    },
  },
  {
    section: 'design 7',
    says: 'a record whose value the policy does not accept is not a candidate: its section is null',
    check: async (kit) => {
      const field_selections = [{ field_name: 'business_entity_type', accepted_values: ['trust'] }];
      const policyId = await aPolicy(kit, {
        model_selections: [{ model_name: IDENTITY, field_selections }],
      });
      const answer = await kit.send(withBody(await asked(kit), { policy_id: policyId }));
      ok(RESULT)(answer);
      requireValues(answer, memberOf(answer.body, 'result'), { [IDENTITY]: null });
    },
  },
  ...HIDING.map(([says, selection]) => ({
    section: 'design 7',
    says: `a section ${says} is null, and the others stay`,
    check: async (kit: Kit) => {
      const policyId = await aPolicy(kit, {
        model_selections: [{ model_name: IDENTITY, ...(await selection(kit)) }],
      });
      const query = withBody(await asked(kit), { policy_id: policyId });
      const answer = await kit.send(query);
      ok(RESULT)(answer);
      requireValues(answer, memberOf(answer.body, 'result'), { [IDENTITY]: null });
      if (sectionOf(answer, OWNERSHIP) === null) throw new Mismatch(OWNERSHIP, 'null', answer);
    },
  })),
  {
    section: 'design 7',
    says: 'a query that names another policy is denied while the default policy is enforced',
    check: async (kit) => {
      const query = withBody(await asked(kit), { policy_id: await aPolicy(kit, {}) });
      ok(RESULT)(await kit.send(query));
      const policyId = await aPolicy(kit, { is_default: true, enforced: true });
      try {
        envelope('PERMISSION_DENIED')(await kit.send(query));
        ok(RESULT)(await kit.send(withBody(query, { policy_id: policyId })));
      } finally {
        const change = { is_default: false, enforced: false };
        await kit.done(put(configuration(policyId), change));
      }
      ok(RESULT)(await kit.send(query));
    },
  },
  {
    section: '4.5',
    says: "a query that names no policy is under the network's default policy",
    check: async (kit) => {
      const policyId = await aPolicy(kit, { is_default: true });
      const query = await asked(kit);
      const policyOf = async () => {
        const answer = await kit.send(query);
        ok(RESULT)(answer);
        return { answer, meta: memberOf(answer.body, 'result', 'meta') };
      };
      try {
        const { answer, meta } = await policyOf();
        requireValues(answer, meta, { policy_id: policyId });
      } finally {
        await kit.done(put(configuration(policyId), { is_default: false }));
      }
      const { answer, meta } = await policyOf();
      if (memberOf(meta, 'policy_id') !== policyId) return;
      throw new Mismatch('another policy, once it is the default no more', policyId, answer);
    },
  },
];

import { QueryingPolicySaved, type Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { expect, test } from '@jest/globals';
import { aField, aSelection } from '../testing/builders.js';
import {
  aDefaultPolicy,
  aVerifiedBusiness,
  queryCertificate,
} from '../testing/explained-business.js';
import { reading } from '../testing/query-events.js';
import { anOwner, ASSETS, OWNS } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';

const service = useQueryService();

/** The reason of a query in a simulation. */
async function simulatedReason(networkId: string, reference: string, selection: object) {
  const path = `/v1/query-events/${reference}/replay`;
  const governor = member(networkId, 'governor');
  const { body } = await service.call(governor, 'POST', path, { model_selections: [selection] });
  return body['simulation'];
}

/** The reason of a query that was answered. */
async function recordedReason(reader: Principal, reference: string) {
  const response = await service.send(reading(reader), 'GET', `/v1/query-events/${reference}`);
  return await response.json();
}

test.each([
  ['required_section_missing', { is_required: true, max_age_days: 1 }],
  [
    'required_section_missing',
    { field_selections: [aField({ is_required: true, accepted_values: ['corporation'] })] },
  ],
  ['no_eligible_record', { max_age_days: 1 }],
])(
  'a simulation of a certificate has the reason %s of a query under the same policy',
  async (reason, change) => {
    const world = await aVerifiedBusiness(service);
    const selection = aSelection(change);
    const before = await queryCertificate(service, world);
    const simulated = await simulatedReason(world.networkId, before, selection);
    expect(simulated).toMatchObject({ simulated_outcome: 'no_result', simulated_reason: reason });
    const policy = aDefaultPolicy(world, { model_selections: [selection] });
    await service.deliver(QueryingPolicySaved, policy);
    const after = await queryCertificate(service, world);
    expect(await recordedReason(world.principal, after)).toMatchObject({ reason });
  },
);

const hiding = (field_name: string) => aField({ field_name, is_enabled: false });

test.each([
  [
    'required_field_missing',
    { field_selections: [aField({ field_name: 'asset_current_market_value', is_required: true })] },
  ],
  ['no_eligible_record', { field_selections: Object.keys(OWNS).map(hiding) }],
  ['no_eligible_record', { attestation_required: true }],
])(
  'a simulation of a template has the reason %s of a query under the same policy',
  async (reason, change) => {
    const owner = await anOwner(service);
    const { networkId, principal } = owner.world;
    const selection = aSelection({ model_name: ASSETS.slug, ...change });
    const before = await owner.query(ASSETS);
    const simulated = await simulatedReason(networkId, String(before.reference), selection);
    expect(simulated).toMatchObject({ simulated_outcome: 'no_result', simulated_reason: reason });
    const policy = { product_id: ASSETS.id, model_selections: [selection] };
    await service.deliver(QueryingPolicySaved, aDefaultPolicy(owner.world, policy));
    const after = await owner.query(ASSETS);
    expect(await recordedReason(principal, String(after.reference))).toMatchObject({ reason });
  },
);

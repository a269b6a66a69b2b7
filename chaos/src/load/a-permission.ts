import { eventually } from '@ndx/testing';
import { OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { describeOutcome, type Answer } from '../system/caller.js';
import type { System } from '../system/system.js';
import type { Operation } from './operation.js';
import { consent, furnish, furnished, newRegistration, policy, query } from './operations.js';
import { PATHS } from './paths.js';
import { shows, type Permission } from './withdrawals.js';

/** A consent and a published policy that make a new business visible. */
export async function aPermission(system: System): Promise<Permission> {
  const registration = newRegistration();
  const { record_id: recordId } = furnished(await done(system, furnish(registration)));
  const consented = await done(system, consent(registration));
  const { consent_id, field_access_grants } = consented.body as {
    consent_id: string;
    field_access_grants: [{ grant_id: string }];
  };
  const written = await done(system, policy());
  const { id: policy_id } = written.body as { id: string };
  const configuration = await system.as(OPERATOR).ask({
    method: 'PUT',
    path: `${PATHS.policy}/${policy_id}/configuration`,
    body: { status: 'published' },
  });
  if (configuration.kind !== 'answered' || configuration.status !== 200) {
    throw new Error(`the policy cannot be published: ${describeOutcome(configuration)}`);
  }
  await eventually(async () => {
    const outcome = await system.as(QUERYING_BANK).ask(query({ consent_id, policy_id }).request);
    if (!shows(outcome)) throw new Error(`cannot be seen: ${describeOutcome(outcome)}`);
  });
  const [{ grant_id }] = field_access_grants;
  return { consentId: consent_id, grantId: grant_id, policyId: policy_id, recordId, registration };
}

async function done(system: System, { by, request }: Operation): Promise<Answer> {
  const outcome = await system.as(by).ask(request);
  if (outcome.kind === 'answered' && outcome.status === 200) return outcome;
  throw new Error(`${request.path} is not done: ${describeOutcome(outcome)}`);
}

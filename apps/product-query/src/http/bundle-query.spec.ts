import {
  AttestationCreated,
  ConsentGranted,
  ConsentRevoked,
  newId,
  QueryingPolicySaved,
} from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { aField } from '../testing/builders.js';
import { check } from '../testing/coverage.js';
import { aDemand } from '../testing/explained-business.js';
import { templateNamed } from '../testing/template-input.js';
import { aConsumer, type ConsumerWorld } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsumersConsent, anAttestation } from '../testing/world.js';

const SNAPSHOT = templateNamed('consumer_credit_health_snapshot');
const BUNDLE = templateNamed('credit_history_bundle');
const INDICATOR = 'network_adverse_action_eligible_indicator';
const WORST = 'aggregated_credit_accounts_worst_current_delinquency_status';

const service = useQueryService({ isReplayed: true });

/** A consumer with a value for each field of the snapshot. */
async function aBorrower() {
  const borrower = await aConsumer(service);
  await furnishHealth(borrower);
  return borrower;
}

function furnishHealth(borrower: ConsumerWorld, change: object = {}): Promise<void> {
  const fields = SNAPSHOT.furnish?.data ?? [];
  const values = fields.flatMap(({ name, type }) =>
    type === 'boolean' ? [] : [[name, type === 'string[]' ? ['a'] : 'current'] as const],
  );
  return borrower.furnish(SNAPSHOT, { ...Object.fromEntries(values), ...change });
}

const covered = async ({ world }: ConsumerWorld) => {
  const answer = await check(service, world, {
    product_id: BUNDLE.id,
    consumer_id: world.subjectId,
  });
  expect(answer.status).toBe(200);
  return answer.body.entities.map(({ complete }) => complete);
};

describe('a value that a bundle reads from another data set', () => {
  test('is shown when nothing hides it', async () => {
    const borrower = await aBorrower();
    expect(await borrower.query(BUNDLE)).toMatchObject({
      status: 200,
      body: { [WORST]: 'current', [INDICATOR]: false },
    });
    expect(await covered(borrower)).toEqual([true]);
  });

  test('is hidden by an ended consent to that data set; coverage checks agree', async () => {
    const borrower = await aBorrower();
    const toBundle = aConsumersConsent(borrower.world, { scope: BUNDLE.slug });
    const toSnapshot = aConsumersConsent(borrower.world, { scope: SNAPSHOT.slug });
    await service.deliver(ConsentGranted, toBundle, toSnapshot);
    expect(await borrower.query(BUNDLE)).toMatchObject({ status: 200 });
    expect(await covered(borrower)).toEqual([true]);
    const revoked_at = new Date().toISOString();
    await service.deliver(ConsentRevoked, { ...toSnapshot, revision: 2, revoked_at });
    expect(await borrower.query(BUNDLE)).toMatchObject({ status: 204 });
    expect(await covered(borrower)).toEqual([]);
  });

  test("follows the network's policy for that data set", async () => {
    const borrower = await aBorrower();
    const policyId = newId();
    const save = (revision: number, selection: Parameters<typeof aDemand>[1]) =>
      service.deliver(QueryingPolicySaved, {
        ...aDemand(borrower.world, { model_name: SNAPSHOT.slug, ...selection }),
        policy_id: policyId,
        product_id: SNAPSHOT.id,
        revision,
        version: revision,
      });
    await save(1, { field_selections: [aField({ field_name: WORST, is_enabled: false })] });
    expect(await borrower.query(BUNDLE)).toMatchObject({ status: 204 });
    await save(2, { attestation_required: true });
    expect(await borrower.query(BUNDLE)).toMatchObject({ status: 204 });
    await attest(borrower, SNAPSHOT.id);
    expect(await borrower.query(BUNDLE)).toMatchObject({ body: { [INDICATOR]: false } });
    await attest(borrower, BUNDLE.id);
    expect(await borrower.query(BUNDLE)).toMatchObject({ body: { [INDICATOR]: true } });
  });

  test('can deny an adverse action in its own data set', async () => {
    const borrower = await aBorrower();
    await attest(borrower, BUNDLE.id);
    expect(await borrower.query(BUNDLE)).toMatchObject({ body: { [INDICATOR]: true } });
    await furnishHealth(borrower, { [INDICATOR]: false });
    expect(await borrower.query(BUNDLE)).toMatchObject({ body: { [INDICATOR]: false } });
  });

  function attest({ world }: ConsumerWorld, product_id: string): Promise<void> {
    const attestation = anAttestation({ entity_id: world.furnisherId, product_id });
    return service.settle(AttestationCreated, attestation);
  }
});

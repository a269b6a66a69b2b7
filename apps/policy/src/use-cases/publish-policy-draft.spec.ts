import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId, type PayloadOf, type QueryingPolicySaved } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Reconciliation, type ReadModelRow } from '@ndx/replication';
import { governedNetwork } from '../testing/governed-network.js';
import { aProduct, usePolicyService } from '../testing/policy-service.js';

const PATH = '/v1/networks/policies/querying';

const service = usePolicyService();

let reconcile: (row: ReadModelRow) => Promise<string>;
let close: () => Promise<void>;

beforeEach(async () => {
  const { app, close: stop } = await service.assemble();
  const [transactions, reconciliation] = [app.get(Transactions), app.get(Reconciliation)];
  [reconcile, close] = [(row) => reconciliation.reconcile(transactions, row), stop];
});
afterEach(() => close());

test('a repeated publication is not confirmed when another version of its number was recovered', async () => {
  const { id: network_id, governor, create } = governedNetwork(service, PATH);
  const { body: policy } = await create();
  const path = `${PATH}/${String(policy['id'])}`;
  const draft = { base_version: 1, enforced: true };
  const { body: saved } = await service.call(governor, 'PUT', `${path}/draft`, draft);
  const publish = () =>
    service.call(governor, 'POST', `${path}/draft/publish`, { digest: saved['digest'] });
  expect(await publish()).toMatchObject({ status: 200, body: { version: 2, enforced: true } });
  const lost: PayloadOf<typeof QueryingPolicySaved> = {
    ...{ policy_id: String(policy['id']), network_id, product_id: aProduct().id },
    ...{ entity_id: governor.entity_id, revision: 90, version: 2, status: 'published' },
    ...{ is_default: false, enforced: false },
    ...{ model_selections: [], consent: null, permissible_purposes: [] },
  };
  const row = {
    aggregate: 'querying-policy',
    key: lost.policy_id,
    revision: 90,
    state: lost,
  } as const;
  expect(await reconcile({ ...row, event_id: newId(), refused_event_id: null })).toBe('recovered');
  expect(await publish()).toMatchObject({ status: 404, body: { reason: 'draft_not_found' } });
  const { body: recovered } = await service.call(governor, 'GET', path);
  expect(recovered).toMatchObject({ version: 2, enforced: false });
});

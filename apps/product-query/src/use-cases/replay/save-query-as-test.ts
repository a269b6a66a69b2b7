import { denied, networksWithRole, QuerySimulated, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { RecordDirectory } from '../../clients/record-directory.js';
import { builtInDefault, type QueryingPolicy } from '../../domain/policy/querying-policy.js';
import type { PolicyTest } from '../../domain/policy-test/policy-test.js';
import { notTestable } from '../../domain/policy-test/saved-test-parts.js';
import { savedTemplateTest } from '../../domain/policy-test/saved-template-test.js';
import { savedTest } from '../../domain/policy-test/saved-test.js';
import { consideredRecords } from '../../domain/replay/past-candidates.js';
import { maySimulate } from '../../domain/replay/simulate.js';
import { DecisionRepository, type DecidedQuery } from '../../storage/decision-repository.js';
import { SecretValues } from '../../storage/secret-values.js';
import { pastQueryOf } from './replayer.js';
import { simulatedQuery } from './simulated-query.js';

/** A past query as a test, and the version of the policy that decided it. */
export interface SavedTest {
  readonly policy: QueryingPolicy;
  readonly test: PolicyTest;
}

/** `POST /v1/query-events/{query_event_id}/policy-test`. */
@Injectable()
export class SaveQueryAsTest {
  constructor(
    private readonly decisions: DecisionRepository,
    private readonly records: RecordDirectory,
    private readonly secrets: SecretValues,
    private readonly transactions: Transactions,
  ) {}

  /**
   * @throws RESOURCE_NOT_FOUND when the caller may not read the query event, PERMISSION_DENIED when
   *   it does not govern every network of it, RESOURCE_CONFLICT (not_testable), OPERATION_FAILED when
   *   furnishing does not answer
   */
  async save(principal: Principal, queryEventId: string): Promise<SavedTest> {
    const { query } = await this.decisions.find(principal, queryEventId);
    if (!maySimulate(networksWithRole(principal, 'governor'), query.event)) {
      throw denied('role_missing', 'only a governor of every network of the query can test it');
    }
    const saved = await this.savedFrom(query);
    // It shows a governor what a simulation under the same policy shows.
    await this.transactions.run((tx) => {
      tx.publish(QuerySimulated, simulatedQuery(principal, query.event, saved.policy));
      return Promise.resolve();
    });
    return saved;
  }

  private async savedFrom(query: DecidedQuery): Promise<SavedTest> {
    const { decision } = query;
    if (!decision) throw notTestable('its decision was not recorded');
    const records = await this.records.readStated(consideredRecords(decision));
    const past = pastQueryOf(query, records);
    if ('code' in past) throw notTestable('a record that it considered is missing');
    const policy = await this.policyOf(query);
    const { open } = this.secrets;
    const test =
      'template' in past
        ? savedTemplateTest(past, { open, records }, policy)
        : savedTest(past, records, policy);
    return { policy, test };
  }

  private async policyOf({ event }: DecidedQuery): Promise<QueryingPolicy> {
    const basis = builtInDefault(event.product_id);
    const [{ policy_id: id, policy_version: version } = NO_POLICY] = event.networks;
    if (id === null || version === null) return basis;
    const policy = await this.decisions.policyVersion(id, version);
    if (!policy) throw new Error(`version ${String(version)} of policy ${id} is not kept`);
    return { ...basis, ...policy, id, isDefault: true };
  }
}

const NO_POLICY = { policy_id: null, policy_version: null };

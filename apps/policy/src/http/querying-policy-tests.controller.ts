import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import type { RanTest } from '../domain/policy-test.js';
import { QueryingPolicyTests, type RanTests } from '../use-cases/querying-policy-tests.js';

type TestRecord = api.AnswerOf<typeof api.saveQueryingPolicyTest>;

@Controller()
export class QueryingPolicyTestsController {
  constructor(private readonly tests: QueryingPolicyTests) {}

  @Handles(api.listQueryingPolicyTests)
  async list(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.listQueryingPolicyTests>,
  ): Promise<api.AnswerOf<typeof api.listQueryingPolicyTests>> {
    const ran = await this.tests.list(principal, path.policy_id);
    return {
      policy_id: ran.policy.id,
      policy_version: ran.policy.version,
      draft_digest: ran.draft?.digest ?? null,
      tests: toTestRecords(ran),
    };
  }

  @Handles(api.saveQueryingPolicyTest)
  async save(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.saveQueryingPolicyTest>,
  ) {
    return onlyRecordOf(await this.tests.save(principal, path.policy_id, body.test));
  }

  @Handles(api.deleteQueryingPolicyTest)
  async remove(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.deleteQueryingPolicyTest>,
  ) {
    return onlyRecordOf(await this.tests.remove(principal, path.policy_id, query.name));
  }
}

function onlyRecordOf(ran: RanTests): TestRecord {
  const [record] = toTestRecords(ran);
  if (!record) throw new RangeError('a test was saved or deleted');
  return record;
}

function toTestRecords({ results, draftResults }: RanTests): TestRecord[] {
  return results.map((ran, index) => {
    const underDraft = draftResults?.[index];
    return {
      name: ran.test.name,
      test: { ...ran.test.test },
      digest: ran.test.digest,
      account_id: ran.test.accountId,
      entity_id: ran.test.entityId,
      saved_at: ran.test.savedAt.toISOString(),
      result: toResultRecord(ran),
      draft_result: underDraft ? toResultRecord(underDraft) : null,
    };
  });
}

function toResultRecord({ result: { found, differences, failures } }: RanTest) {
  const { outcome, reasons } = found;
  return { passed: differences.length === 0, outcome, reasons, failures };
}

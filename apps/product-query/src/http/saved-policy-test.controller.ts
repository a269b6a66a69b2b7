import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { SaveQueryAsTest } from '../use-cases/replay/save-query-as-test.js';

@Controller()
export class SavedPolicyTestController {
  constructor(private readonly saveQueryAsTest: SaveQueryAsTest) {}

  @Handles(api.saveQueryAsTest)
  async save(@Caller() principal: Principal, @Asked() { path }: Asked<typeof api.saveQueryAsTest>) {
    const { policy, test } = await this.saveQueryAsTest.save(principal, path.query_event_id);
    return { policy_id: policy.id, policy_version: policy.version, test: { ...test } };
  }
}

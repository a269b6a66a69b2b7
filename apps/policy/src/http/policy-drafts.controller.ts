import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { afterCursor, Asked, Caller, Handles, idPage } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { ListPolicyDrafts } from '../use-cases/list-policy-drafts.js';
import { toOpenDraftRecord } from './policy-records.js';

/** The drafts of both kinds of policies. */
@Controller()
export class PolicyDraftsController {
  constructor(private readonly listDrafts: ListPolicyDrafts) {}

  @Handles(api.listPolicyDrafts)
  async list(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.listPolicyDrafts>,
  ) {
    const after = afterCursor(query.cursor);
    const { network_id: networkId, limit } = query;
    const drafts = await this.listDrafts.list(principal, { networkId, after, limit });
    return idPage(drafts, { after, idOf: ({ policy }) => policy.id, show: toOpenDraftRecord });
  }
}

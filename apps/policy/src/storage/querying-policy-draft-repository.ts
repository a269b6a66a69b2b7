import type { ModelSelection } from '@ndx/contracts';
import { CALLER_READ_MODELS } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { QueryingPolicyDraft } from '../domain/querying-policy-draft.js';
import type { DraftSchedule } from '../domain/draft-schedule.js';
import { QueryingPolicyDraftRow } from './querying-policy-draft-row.js';

/** A draft whose time of publication has come. */
export interface DueDraft {
  readonly policyId: string;
  readonly networkId: string;
  readonly modelSelections: readonly ModelSelection[];
}

/** An institution without a row in the read model of memberships keeps the roles of its request. */
const IS_GOVERNOR = `select not ${CALLER_READ_MODELS.isSuspended('$1::uuid')}
  and coalesce(${CALLER_READ_MODELS.roles('$3::text', '$2::text')} @> '{governor}', true) as "isGovernor"`;

/** Drafts of policies that the caller has loaded; a writer has locked the pair of the policy. */
@Injectable()
export class QueryingPolicyDraftRepository {
  constructor(private readonly dataSource: DataSource) {}

  find(
    policyId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<QueryingPolicyDraft | null> {
    return manager.findOneBy(QueryingPolicyDraftRow, { policyId });
  }

  /** Replaces the draft of the policy. */
  async save(manager: EntityManager, draft: QueryingPolicyDraft): Promise<void> {
    await manager.save(QueryingPolicyDraftRow, {
      ...draft,
      modelSelections: [...draft.modelSelections],
      editorAccountIds: [...draft.editorAccountIds],
      permissiblePurposes: [...draft.permissiblePurposes],
    });
  }

  /** The drafts that are due, first the earliest. */
  due(now: Date, limit: number): Promise<DueDraft[]> {
    return this.dataSource.query<DueDraft[]>(
      `select draft.policy_id as "policyId", policy.network_id as "networkId",
         draft.model_selections as "modelSelections"
         from querying_policy_draft as draft join querying_policy as policy on policy.id = draft.policy_id
        where draft.schedule->'failure' = 'null' and draft.schedule->>'publishAt' <= $1
        order by draft.schedule->>'publishAt' limit $2`,
      [now.toISOString(), limit],
    );
  }

  /** Whether the account that scheduled a publication is not suspended and still a governor's. */
  async isGovernor(
    manager: EntityManager,
    { accountId, entityId }: DraftSchedule,
    networkId: string,
  ): Promise<boolean> {
    const [found] = await manager.query<{ readonly isGovernor: boolean }[]>(IS_GOVERNOR, [
      ...[accountId, entityId, networkId],
    ]);
    return found?.isGovernor === true;
  }

  async remove(manager: EntityManager, { policyId }: QueryingPolicyDraft): Promise<void> {
    await manager.delete(QueryingPolicyDraftRow, { policyId });
  }
}

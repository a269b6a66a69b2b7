import type { PolicyKind } from '@ndx/contracts';
import { CALLER_READ_MODELS } from '@ndx/service';
import { In, MoreThan, type DataSource, type EntityManager } from 'typeorm';
import type { DraftSchedule } from '../domain/draft-schedule.js';
import type { PolicyDraft } from '../domain/policy-draft.js';
import { PolicyDraftRow } from './policy-draft-row.js';

/** A draft whose time of publication has come. */
export interface DueDraft {
  readonly policyId: string;
  readonly networkId: string;
  readonly kind: PolicyKind;
}

/** An institution without a row in the read model of memberships keeps the roles of its request. */
const IS_GOVERNOR = `select not ${CALLER_READ_MODELS.isSuspended('$1::uuid')}
  and coalesce(${CALLER_READ_MODELS.roles('$3::text', '$2::text')} @> '{governor}', true) as "isGovernor"`;

/** Uses the index policy_draft_due. */
const DUE = `
select policy_id as "policyId", network_id as "networkId", kind from policy_draft
 where schedule->'failure' = 'null' and schedule->>'publishAt' <= $1
 order by schedule->>'publishAt' limit $2`;

/**
 * Drafts of one kind of policies that the caller has loaded; a writer has locked the pair of the
 * policy.
 */
export class PolicyDraftRepository<D extends PolicyDraft> {
  constructor(
    private readonly kind: PolicyKind,
    private readonly dataSource: DataSource,
  ) {}

  /** Without an approval whose giver is suspended, or no governor any more. */
  async find(
    policyId: string,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<D | null> {
    const row = await manager.findOneBy(PolicyDraftRow, { policyId, kind: this.kind });
    if (!row) return null;
    const { approval, networkId } = row;
    const isApproved = approval !== null && (await isGovernor(manager, approval, networkId));
    // The content is what `rowOf` took from a draft of the kind.
    return { ...membersOf(row), approval: isApproved ? approval : null } as D;
  }

  /** Replaces the draft of the policy. */
  async save(manager: EntityManager, networkId: string, draft: D): Promise<void> {
    await manager.save(PolicyDraftRow, { ...rowOf(draft), kind: this.kind, networkId });
  }

  async remove(manager: EntityManager, { policyId }: PolicyDraft): Promise<void> {
    await manager.delete(PolicyDraftRow, { policyId });
  }
}

/** The drafts in the networks, after the id of a policy. Uses the index policy_draft_by_network. */
export function openDrafts(
  manager: EntityManager,
  networkIds: readonly string[],
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<PolicyDraftRow[]> {
  return manager.find(PolicyDraftRow, {
    where: { networkId: In(networkIds), policyId: MoreThan(after) },
    order: { policyId: 'asc' },
    take: limit,
  });
}

/** The drafts that are due, first the earliest. */
export function dueDrafts(manager: EntityManager, now: Date, limit: number): Promise<DueDraft[]> {
  return manager.query<DueDraft[]>(DUE, [now.toISOString(), limit]);
}

/** Whether the account is not suspended and still a governor's. */
export async function isGovernor(
  manager: EntityManager,
  { accountId, entityId }: Pick<DraftSchedule, 'accountId' | 'entityId'>,
  networkId: string,
): Promise<boolean> {
  const [found] = await manager.query<{ readonly isGovernor: boolean }[]>(IS_GOVERNOR, [
    ...[accountId, entityId, networkId],
  ]);
  return found?.isGovernor === true;
}

function rowOf(draft: PolicyDraft): Omit<PolicyDraftRow, 'kind' | 'networkId'> {
  const { policyId, baseVersion, comment, status, digest, accountId, entityId, ...other } = draft;
  const { savedAt, editorAccountIds, submission, approval, schedule, ...content } = other;
  return {
    ...{ policyId, baseVersion, comment, status, digest, accountId, entityId },
    ...{
      savedAt,
      editorAccountIds: [...editorAccountIds],
      submission,
      approval,
      schedule,
      content,
    },
  };
}

function membersOf(row: PolicyDraftRow): PolicyDraft {
  const { policyId, baseVersion, comment, status, digest, accountId, entityId } = row;
  const { savedAt, editorAccountIds, submission, approval, schedule } = row;
  return {
    ...{ policyId, baseVersion, comment, status, digest, accountId, entityId },
    ...{ savedAt, editorAccountIds, submission, approval, schedule },
    ...row.content,
  };
}

import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { ApprovePolicyDraft } from '../use-cases/approve-policy-draft.js';
import { DiscardPolicyDraft } from '../use-cases/discard-policy-draft.js';
import { PublishPolicyDraft } from '../use-cases/publish-policy-draft.js';
import { QueryingDrafts } from '../use-cases/querying-drafts.js';
import { readPolicyDraft } from '../use-cases/read-policy-draft.js';
import { SaveQueryingPolicyDraft } from '../use-cases/save-querying-policy-draft.js';
import { SchedulePolicyDraft } from '../use-cases/schedule-policy-draft.js';
import { SubmitPolicyDraft } from '../use-cases/submit-policy-draft.js';
import { toDraftRecord, toQueryingPolicyRecord } from './policy-records.js';

@Controller()
export class QueryingPolicyDraftsController {
  constructor(
    private readonly kind: QueryingDrafts,
    private readonly saveDraft: SaveQueryingPolicyDraft,
    private readonly discardDraft: DiscardPolicyDraft,
    private readonly submitDraft: SubmitPolicyDraft,
    private readonly approveDraft: ApprovePolicyDraft,
    private readonly publishDraft: PublishPolicyDraft,
    private readonly scheduleDraft: SchedulePolicyDraft,
  ) {}

  @Handles(api.readQueryingPolicyDraft)
  async read(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.readQueryingPolicyDraft>,
  ) {
    return toDraftRecord(await readPolicyDraft(this.kind, principal, path.policy_id));
  }

  @Handles(api.saveQueryingPolicyDraft)
  async save(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.saveQueryingPolicyDraft>,
  ) {
    const saved = await this.saveDraft.save(principal, path.policy_id, {
      baseVersion: body.base_version,
      expectedDigest: body.expected_digest ?? null,
      comment: body.comment ?? null,
      status: body.status ?? 'published',
      name: body.name,
      isDefault: body.is_default,
      enforced: body.enforced,
      modelSelections: body.model_selections,
      consent: body.consent,
      permissiblePurposes: body.permissible_purposes,
    });
    return toDraftRecord(saved);
  }

  @Handles(api.discardQueryingPolicyDraft)
  async discard(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.discardQueryingPolicyDraft>,
  ) {
    return toDraftRecord(
      await this.discardDraft.discard(this.kind, principal, path.policy_id, query.digest),
    );
  }

  @Handles(api.submitQueryingPolicyDraft)
  async submit(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.submitQueryingPolicyDraft>,
  ) {
    return toDraftRecord(
      await this.submitDraft.submit(this.kind, principal, path.policy_id, {
        digest: body.digest,
        record_simulation: null,
      }),
    );
  }

  @Handles(api.approveQueryingPolicyDraft)
  async approve(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.approveQueryingPolicyDraft>,
  ) {
    return toDraftRecord(
      await this.approveDraft.approve(this.kind, principal, path.policy_id, {
        digest: body.digest,
        summaryDigest: body.summary_digest,
      }),
    );
  }

  @Handles(api.publishQueryingPolicyDraft)
  async publish(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.publishQueryingPolicyDraft>,
  ) {
    const policy = await this.publishDraft.publish(this.kind, principal, path.policy_id, {
      digest: body.digest,
      reason: body.break_glass_reason,
    });
    return toQueryingPolicyRecord(policy);
  }

  @Handles(api.scheduleQueryingPolicyDraft)
  async schedule(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.scheduleQueryingPolicyDraft>,
  ) {
    const scheduled = await this.scheduleDraft.schedule(this.kind, principal, path.policy_id, {
      digest: body.digest,
      publishAt: api.instantOf(body.publish_at),
    });
    return toDraftRecord(scheduled);
  }

  @Handles(api.unscheduleQueryingPolicyDraft)
  async unschedule(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.unscheduleQueryingPolicyDraft>,
  ) {
    return toDraftRecord(
      await this.scheduleDraft.withdraw(this.kind, principal, path.policy_id, query.digest),
    );
  }
}

import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { furnishingDraftOf } from '../domain/furnishing-policy-draft.js';
import { ApprovePolicyDraft } from '../use-cases/approve-policy-draft.js';
import { DiscardPolicyDraft } from '../use-cases/discard-policy-draft.js';
import { PublishPolicyDraft } from '../use-cases/publish-policy-draft.js';
import { FurnishingDrafts } from '../use-cases/furnishing-drafts.js';
import { readPolicyDraft } from '../use-cases/read-policy-draft.js';
import { SavePolicyDraft } from '../use-cases/save-policy-draft.js';
import { SchedulePolicyDraft } from '../use-cases/schedule-policy-draft.js';
import { SubmitPolicyDraft } from '../use-cases/submit-policy-draft.js';
import { statedSimulation } from '../domain/stated-simulation.js';
import { furnishingTermsOf } from './furnishing-terms.js';
import { toFurnishingDraftRecord, toFurnishingPolicyRecord } from './policy-records.js';

@Controller()
export class FurnishingPolicyDraftsController {
  constructor(
    private readonly kind: FurnishingDrafts,
    private readonly saveDraft: SavePolicyDraft,
    private readonly discardDraft: DiscardPolicyDraft,
    private readonly submitDraft: SubmitPolicyDraft,
    private readonly approveDraft: ApprovePolicyDraft,
    private readonly publishDraft: PublishPolicyDraft,
    private readonly scheduleDraft: SchedulePolicyDraft,
  ) {}

  @Handles(api.readFurnishingPolicyDraft)
  async read(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.readFurnishingPolicyDraft>,
  ) {
    return toFurnishingDraftRecord(await readPolicyDraft(this.kind, principal, path.policy_id));
  }

  @Handles(api.saveFurnishingPolicyDraft)
  async save(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.saveFurnishingPolicyDraft>,
  ) {
    const authored = {
      baseVersion: body.base_version,
      comment: body.comment ?? null,
      status: body.status ?? 'published',
      ...furnishingTermsOf(body),
    };
    const saved = await this.saveDraft.save(this.kind, principal, path.policy_id, {
      expectedDigest: body.expected_digest ?? null,
      draftOf: (policy, replaced) =>
        furnishingDraftOf({ policy, replaced }, authored, principal, new Date()),
    });
    return toFurnishingDraftRecord(saved);
  }

  @Handles(api.discardFurnishingPolicyDraft)
  async discard(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.discardFurnishingPolicyDraft>,
  ) {
    return toFurnishingDraftRecord(
      await this.discardDraft.discard(this.kind, principal, path.policy_id, query.digest),
    );
  }

  @Handles(api.submitFurnishingPolicyDraft)
  async submit(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.submitFurnishingPolicyDraft>,
  ) {
    return toFurnishingDraftRecord(
      await this.submitDraft.submit(this.kind, principal, path.policy_id, {
        digest: body.digest,
        record_simulation: statedSimulation(principal, body.record_simulation),
      }),
    );
  }

  @Handles(api.approveFurnishingPolicyDraft)
  async approve(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.approveFurnishingPolicyDraft>,
  ) {
    return toFurnishingDraftRecord(
      await this.approveDraft.approve(this.kind, principal, path.policy_id, {
        digest: body.digest,
        summaryDigest: body.summary_digest,
      }),
    );
  }

  @Handles(api.publishFurnishingPolicyDraft)
  async publish(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.publishFurnishingPolicyDraft>,
  ) {
    const policy = await this.publishDraft.publish(this.kind, principal, path.policy_id, {
      digest: body.digest,
      reason: body.break_glass_reason,
    });
    return toFurnishingPolicyRecord(principal, policy);
  }

  @Handles(api.scheduleFurnishingPolicyDraft)
  async schedule(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.scheduleFurnishingPolicyDraft>,
  ) {
    const scheduled = await this.scheduleDraft.schedule(this.kind, principal, path.policy_id, {
      digest: body.digest,
      publishAt: api.instantOf(body.publish_at),
    });
    return toFurnishingDraftRecord(scheduled);
  }

  @Handles(api.unscheduleFurnishingPolicyDraft)
  async unschedule(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.unscheduleFurnishingPolicyDraft>,
  ) {
    return toFurnishingDraftRecord(
      await this.scheduleDraft.withdraw(this.kind, principal, path.policy_id, query.digest),
    );
  }
}

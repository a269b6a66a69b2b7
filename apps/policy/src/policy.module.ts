import { Service } from '@ndx/service';
import { ReviewedNetworks } from './clients/reviewed-networks.js';
import { FurnishingPoliciesController } from './http/furnishing-policies.controller.js';
import { ProductsController } from './http/products.controller.js';
import { QueryingPoliciesController } from './http/querying-policies.controller.js';
import { QueryingPolicyComparisonController } from './http/querying-policy-comparison.controller.js';
import { QueryingPolicyDraftsController } from './http/querying-policy-drafts.controller.js';
import { BreakGlassPublications } from './metrics/break-glass-publications.js';
import { FurnishingPolicyRepository } from './storage/furnishing-policy-repository.js';
import { FurnishingPolicyRow } from './storage/furnishing-policy-row.js';
import { CreatePolicies1700000100000 } from './storage/migrations/1700000100000-create-policies.js';
import { NetworkProductRepository } from './storage/network-product-repository.js';
import { NetworkProductRow } from './storage/network-product-row.js';
import { QueryingPolicyDraftRepository } from './storage/querying-policy-draft-repository.js';
import { QueryingPolicyDraftRow } from './storage/querying-policy-draft-row.js';
import { QueryingPolicyRepository } from './storage/querying-policy-repository.js';
import { QueryingPolicyRow } from './storage/querying-policy-row.js';
import { QueryingPolicyVersionRow } from './storage/querying-policy-version-row.js';
import { ApproveQueryingPolicyDraft } from './use-cases/approve-querying-policy-draft.js';
import { CheckSelections } from './use-cases/check-selections.js';
import { CompareQueryingPolicy } from './use-cases/compare-querying-policy.js';
import { ConfigureFurnishingPolicy } from './use-cases/configure-furnishing-policy.js';
import { ConfigureQueryingPolicy } from './use-cases/configure-querying-policy.js';
import { CreateFurnishingPolicy } from './use-cases/create-furnishing-policy.js';
import { CreateQueryingPolicy } from './use-cases/create-querying-policy.js';
import { DiscardQueryingPolicyDraft } from './use-cases/discard-querying-policy-draft.js';
import { PublishQueryingPolicyDraft } from './use-cases/publish-querying-policy-draft.js';
import { ReadQueryingPolicyDraft } from './use-cases/read-querying-policy-draft.js';
import { OWNED_FURNISHING_POLICIES } from './use-cases/recover-furnishing-policy.js';
import { OWNED_QUERYING_POLICIES } from './use-cases/recover-querying-policy.js';
import { PublishScheduledDrafts } from './use-cases/publish-scheduled-drafts.js';
import { SavePublication } from './use-cases/save-publication.js';
import { SaveQueryingPolicyDraft } from './use-cases/save-querying-policy-draft.js';
import { SaveVersion } from './use-cases/save-version.js';
import { ScheduleQueryingPolicyDraft } from './use-cases/schedule-querying-policy-draft.js';
import { ScheduledPublicationWorker } from './use-cases/scheduled-publication-worker.js';

@Service({
  name: 'policy',
  calls: ['entity'],
  callsAsItself: ['entity'],
  rows: [
    NetworkProductRow,
    QueryingPolicyRow,
    QueryingPolicyVersionRow,
    QueryingPolicyDraftRow,
    FurnishingPolicyRow,
  ],
  migrations: [CreatePolicies1700000100000],
  audited: ['select network_id from querying_policy', 'select network_id from furnishing_policy'],
  owns: [OWNED_QUERYING_POLICIES, OWNED_FURNISHING_POLICIES],
  http: [
    ProductsController,
    QueryingPoliciesController,
    QueryingPolicyDraftsController,
    QueryingPolicyComparisonController,
    FurnishingPoliciesController,
  ],
  providers: [
    NetworkProductRepository,
    QueryingPolicyRepository,
    QueryingPolicyDraftRepository,
    FurnishingPolicyRepository,
    CheckSelections,
    ReviewedNetworks,
    SaveVersion,
    SavePublication,
    CreateQueryingPolicy,
    ConfigureQueryingPolicy,
    ReadQueryingPolicyDraft,
    SaveQueryingPolicyDraft,
    DiscardQueryingPolicyDraft,
    ApproveQueryingPolicyDraft,
    PublishQueryingPolicyDraft,
    ScheduleQueryingPolicyDraft,
    PublishScheduledDrafts,
    CompareQueryingPolicy,
    CreateFurnishingPolicy,
    ConfigureFurnishingPolicy,
  ],
  background: [ScheduledPublicationWorker],
  metrics: [BreakGlassPublications],
})
export class PolicyModule {}

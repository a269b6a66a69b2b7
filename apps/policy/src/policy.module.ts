import { Service } from '@ndx/service';
import { DraftSimulations } from './clients/draft-simulations.js';
import { ReviewedNetworks } from './clients/reviewed-networks.js';
import { FurnishingPoliciesController } from './http/furnishing-policies.controller.js';
import { ProductsController } from './http/products.controller.js';
import { QueryingPoliciesController } from './http/querying-policies.controller.js';
import { QueryingPolicyComparisonController } from './http/querying-policy-comparison.controller.js';
import { PolicyDraftsController } from './http/policy-drafts.controller.js';
import { FurnishingPolicyComparisonController } from './http/furnishing-policy-comparison.controller.js';
import { FurnishingPolicyDraftsController } from './http/furnishing-policy-drafts.controller.js';
import { QueryingPolicyDraftsController } from './http/querying-policy-drafts.controller.js';
import { QueryingPolicyTestsController } from './http/querying-policy-tests.controller.js';
import { BreakGlassPublications } from './metrics/break-glass-publications.js';
import { FurnishingPolicyRepository } from './storage/furnishing-policy-repository.js';
import { FurnishingPolicyStandings } from './storage/furnishing-policy-standings.js';
import { FurnishingPolicyRow } from './storage/furnishing-policy-row.js';
import { CreatePolicies1700000100000 } from './storage/migrations/1700000100000-create-policies.js';
import { NetworkProductRepository } from './storage/network-product-repository.js';
import { NetworkProductRow } from './storage/network-product-row.js';
import { PolicyDraftRow } from './storage/policy-draft-row.js';
import { QueryingPolicyRepository } from './storage/querying-policy-repository.js';
import { QueryingPolicyRow } from './storage/querying-policy-row.js';
import { QueryingPolicyTestRepository } from './storage/querying-policy-test-repository.js';
import { QueryingPolicyTestRow } from './storage/querying-policy-test-row.js';
import { QueryingPolicyVersionRow } from './storage/querying-policy-version-row.js';
import { ApprovePolicyDraft } from './use-cases/approve-policy-draft.js';
import { CheckSelections } from './use-cases/check-selections.js';
import { CompareFurnishingPolicy } from './use-cases/compare-furnishing-policy.js';
import { CompareQueryingPolicy } from './use-cases/compare-querying-policy.js';
import { ConfigureFurnishingPolicy } from './use-cases/configure-furnishing-policy.js';
import { ConfigureQueryingPolicy } from './use-cases/configure-querying-policy.js';
import { CreateFurnishingPolicy } from './use-cases/create-furnishing-policy.js';
import { CreateQueryingPolicy } from './use-cases/create-querying-policy.js';
import { DiscardPolicyDraft } from './use-cases/discard-policy-draft.js';
import { PublishPolicyDraft } from './use-cases/publish-policy-draft.js';
import { DraftKinds } from './use-cases/draft-kinds.js';
import { FurnishingDrafts } from './use-cases/furnishing-drafts.js';
import { QueryingDrafts } from './use-cases/querying-drafts.js';
import { QueryingPolicyTests } from './use-cases/querying-policy-tests.js';
import { SavePolicyDraft } from './use-cases/save-policy-draft.js';
import { OWNED_FURNISHING_POLICIES } from './use-cases/recover-furnishing-policy.js';
import { OWNED_QUERYING_POLICIES } from './use-cases/recover-querying-policy.js';
import { ListPolicyDrafts } from './use-cases/list-policy-drafts.js';
import { PublishScheduledDrafts } from './use-cases/publish-scheduled-drafts.js';
import { SavePublication } from './use-cases/save-publication.js';
import { SaveQueryingPolicyDraft } from './use-cases/save-querying-policy-draft.js';
import { SaveVersion } from './use-cases/save-version.js';
import { SchedulePolicyDraft } from './use-cases/schedule-policy-draft.js';
import { SubmitPolicyDraft } from './use-cases/submit-policy-draft.js';
import { ScheduledPublicationWorker } from './use-cases/scheduled-publication-worker.js';

@Service({
  name: 'policy',
  calls: ['entity', 'product-query'],
  callsAsItself: ['entity'],
  rows: [
    NetworkProductRow,
    QueryingPolicyRow,
    QueryingPolicyVersionRow,
    QueryingPolicyTestRow,
    PolicyDraftRow,
    FurnishingPolicyRow,
  ],
  migrations: [CreatePolicies1700000100000],
  audited: ['select network_id from querying_policy', 'select network_id from furnishing_policy'],
  owns: [OWNED_QUERYING_POLICIES, OWNED_FURNISHING_POLICIES],
  http: [
    ProductsController,
    QueryingPoliciesController,
    QueryingPolicyDraftsController,
    QueryingPolicyTestsController,
    FurnishingPolicyDraftsController,
    PolicyDraftsController,
    FurnishingPolicyComparisonController,
    QueryingPolicyComparisonController,
    FurnishingPoliciesController,
  ],
  providers: [
    NetworkProductRepository,
    QueryingPolicyRepository,
    QueryingPolicyTestRepository,
    FurnishingPolicyRepository,
    FurnishingPolicyStandings,
    CheckSelections,
    ReviewedNetworks,
    DraftSimulations,
    SaveVersion,
    SavePublication,
    CreateQueryingPolicy,
    ConfigureQueryingPolicy,
    QueryingDrafts,
    FurnishingDrafts,
    QueryingPolicyTests,
    DraftKinds,
    SavePolicyDraft,
    SaveQueryingPolicyDraft,
    DiscardPolicyDraft,
    SubmitPolicyDraft,
    ApprovePolicyDraft,
    PublishPolicyDraft,
    SchedulePolicyDraft,
    PublishScheduledDrafts,
    ListPolicyDrafts,
    CompareQueryingPolicy,
    CompareFurnishingPolicy,
    CreateFurnishingPolicy,
    ConfigureFurnishingPolicy,
  ],
  background: [ScheduledPublicationWorker],
  metrics: [BreakGlassPublications],
})
export class PolicyModule {}

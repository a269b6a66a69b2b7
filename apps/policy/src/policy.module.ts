import { Service } from '@ndx/service';
import { FurnishingPoliciesController } from './http/furnishing-policies.controller.js';
import { ProductsController } from './http/products.controller.js';
import { QueryingPoliciesController } from './http/querying-policies.controller.js';
import { FurnishingPolicyRepository } from './storage/furnishing-policy-repository.js';
import { FurnishingPolicyRow } from './storage/furnishing-policy-row.js';
import { CreatePolicies1700000100000 } from './storage/migrations/1700000100000-create-policies.js';
import { NetworkProductRepository } from './storage/network-product-repository.js';
import { NetworkProductRow } from './storage/network-product-row.js';
import { QueryingPolicyRepository } from './storage/querying-policy-repository.js';
import { QueryingPolicyRow } from './storage/querying-policy-row.js';
import { QueryingPolicyVersionRow } from './storage/querying-policy-version-row.js';
import { ConfigureFurnishingPolicy } from './use-cases/configure-furnishing-policy.js';
import { ConfigureQueryingPolicy } from './use-cases/configure-querying-policy.js';
import { CreateFurnishingPolicy } from './use-cases/create-furnishing-policy.js';
import { CreateQueryingPolicy } from './use-cases/create-querying-policy.js';
import { OWNED_FURNISHING_POLICIES } from './use-cases/recover-furnishing-policy.js';
import { OWNED_QUERYING_POLICIES } from './use-cases/recover-querying-policy.js';

@Service({
  name: 'policy',
  calls: ['entity'],
  rows: [NetworkProductRow, QueryingPolicyRow, QueryingPolicyVersionRow, FurnishingPolicyRow],
  migrations: [CreatePolicies1700000100000],
  audited: ['select network_id from querying_policy', 'select network_id from furnishing_policy'],
  owns: [OWNED_QUERYING_POLICIES, OWNED_FURNISHING_POLICIES],
  http: [ProductsController, QueryingPoliciesController, FurnishingPoliciesController],
  providers: [
    NetworkProductRepository,
    QueryingPolicyRepository,
    FurnishingPolicyRepository,
    CreateQueryingPolicy,
    ConfigureQueryingPolicy,
    CreateFurnishingPolicy,
    ConfigureFurnishingPolicy,
  ],
})
export class PolicyModule {}

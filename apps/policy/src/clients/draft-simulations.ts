import { findNewestSimulation } from '@ndx/api';
import { ServiceClients } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import type { SummaryClaims } from '../domain/draft-summary.js';
import type { QueryingPolicyDraft } from '../domain/querying-policy-draft.js';
import type { QueryingPolicy } from '../domain/querying-policy.js';

/** Simulations of drafts over past queries, from product-query. */
@Injectable()
export class DraftSimulations {
  constructor(private readonly services: ServiceClients) {}

  /** The newest completed simulation of exactly the draft; null: none. */
  async newestOf(
    { id, networkId, productId }: QueryingPolicy,
    draft: QueryingPolicyDraft,
  ): Promise<SummaryClaims['simulation']> {
    const body = {
      ...{ network_id: networkId, policy_id: id, product_id: productId },
      ...{ is_default: draft.isDefault, enforced: draft.enforced, status: draft.status },
      model_selections: [...draft.modelSelections],
      consent: draft.consent,
      permissible_purposes: [...draft.permissiblePurposes],
    };
    const found = await this.services.to('product-query').call(findNewestSimulation, { body });
    return found.simulation;
  }
}

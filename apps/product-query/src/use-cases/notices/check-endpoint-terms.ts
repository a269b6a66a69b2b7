import { datasetById } from '@ndx/catalog';
import { invalid, quoted, requireRole, type Principal } from '@ndx/contracts';
import { CONFIG } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import type { EndpointTerms } from '../../domain/notices/notice-endpoint.js';
import {
  receiverRulesOf,
  requireReceiverUrl,
  type ReceiverRules,
} from '../../domain/notices/receiver-address.js';
import type { ProductQueryConfig } from '../../product-query.config.js';

/** Judges what an institution asks an endpoint to be. */
@Injectable()
export class CheckEndpointTerms {
  private readonly rules: ReceiverRules;

  constructor(@Inject(CONFIG) config: ProductQueryConfig) {
    this.rules = receiverRulesOf(config);
  }

  /**
   * The institution is a querier of the networks, the products exist, and the system may call the
   * address.
   * @throws PERMISSION_DENIED, VALIDATION_ERROR
   */
  check(principal: Principal, { url, networkIds, productIds }: EndpointTerms): void {
    for (const network of networkIds ?? []) requireRole(principal, network, 'querier');
    const unknown = productIds?.find((id) => !datasetById(id));
    if (unknown !== undefined) {
      throw invalid('unknown_product', `there is no product or template ${quoted(unknown)}`);
    }
    if (url !== null) requireReceiverUrl(url, this.rules);
  }
}

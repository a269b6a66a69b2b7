import { datasetById } from '@ndx/catalog';
import { invalid, quoted, requireRole, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import {
  countedSections,
  countedValues,
  type CountedSection,
} from '../../domain/furnished-values.js';
import { FurnishedValueCounts } from '../../storage/furnished-value-counts.js';

export interface CountedValues {
  readonly countedAt: Date;
  readonly sections: readonly CountedSection[];
}

/** `GET /v1/furnished-values`: what the records of a network state, without a subject (decision 0116). */
@Injectable()
export class CountFurnishedValues {
  constructor(private readonly counts: FurnishedValueCounts) {}

  /**
   * @throws PERMISSION_DENIED for institutions that do not govern the network, VALIDATION_ERROR for
   *   an unknown product or template
   */
  async count(principal: Principal, networkId: string, productId: string): Promise<CountedValues> {
    requireRole(principal, networkId, 'governor');
    const dataset = datasetById(productId);
    if (!dataset) {
      throw invalid('unknown_product', `there is no product or template ${quoted(productId)}`);
    }
    const countedAt = new Date();
    const counts = await this.counts.countsOf(
      networkId,
      principal.entity_id,
      countedValues(dataset),
    );
    return { countedAt, sections: countedSections(dataset, counts) };
  }
}

import { completeSelections, type AuthoredModelSelection } from '@ndx/catalog';
import type { ModelSelection } from '@ndx/contracts';
import { NetworkMembers } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { datasetWithId } from '../domain/catalogue.js';
import type { NetworkProduct } from '../domain/policy.js';

/** Checks the selections of a configuration or a draft before it is saved. */
@Injectable()
export class CheckSelections {
  constructor(private readonly members: NetworkMembers) {}

  /**
   * The complete selections. Their form and size are checked before entity is asked about their
   * sources: a source outside the network would exclude every record.
   * @throws VALIDATION_ERROR
   */
  async complete(
    { networkId, productId }: Pick<NetworkProduct, 'networkId' | 'productId'>,
    authored: readonly AuthoredModelSelection[],
  ): Promise<ModelSelection[]> {
    const selections = completeSelections(datasetWithId(productId), authored);
    await this.requireSources(networkId, selections);
    return selections;
  }

  /**
   * @param headers of a caller that is not the account of the request
   * @throws VALIDATION_ERROR when a source is not in the network
   */
  async requireSources(
    networkId: string,
    selections: readonly ModelSelection[],
    headers?: Readonly<Record<string, string>>,
  ): Promise<void> {
    const sources = selections.flatMap((model) => [
      ...model.selected_provenance_option_ids,
      ...model.field_selections.flatMap((field) => field.selected_provenance_option_ids),
    ]);
    await this.members.require([networkId], [...new Set(sources)], headers);
  }
}

import { datasetById, type AcceptanceRules, type Dataset } from '@ndx/catalog';
import { isMember, notFound, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A furnishing policy as the read model has it, also before its start and after its end. */
export interface KnownPolicy {
  readonly id: string;
  readonly networkId: string;
  readonly dataset: Dataset;
  readonly rules: AcceptanceRules;
}

interface Row extends AcceptanceRules {
  readonly network_id: string;
  readonly product_id: string;
}

const READ = `
select network_id, product_id, required_fields, attestation_required, max_age_days
from furnishing_policy_copy where policy_id = $1`;

/** Furnishing policies visible to the members of their network. */
@Injectable()
export class FurnishingPolicyReader {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws RESOURCE_NOT_FOUND when absent, or of a network that the caller does not belong to */
  async load(principal: Principal, id: string): Promise<KnownPolicy> {
    const [row] = await this.dataSource.query<Row[]>(READ, [id]);
    const dataset = row && datasetById(row.product_id);
    if (!row || !dataset || !isMember(principal, row.network_id)) {
      throw notFound('policy_not_found', 'policy with that id not found');
    }
    const { required_fields, attestation_required, max_age_days } = row;
    const rules = { required_fields, attestation_required, max_age_days };
    return { id, networkId: row.network_id, dataset, rules };
  }
}

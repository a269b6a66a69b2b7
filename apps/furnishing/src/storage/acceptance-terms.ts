import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { NO_TERMS, type FurnishingTerms } from '../domain/acceptance.js';

/** The most recently activated policy applies; the other columns make the order total. */
const GOVERNING = `
select policy.required_fields, policy.attestation_required, policy.max_age_days,
  exists (
    select from attestation_copy attestation
    where attestation.entity_id = $3 and attestation.product_id = policy.product_id
      and attestation.revoked_at is null and attestation.expires_at > $4
  ) as is_attested
from furnishing_policy_copy policy
where policy.network_id = $1 and policy.product_id = $2
  and policy.active_on <= $4 and (policy.deprecated_on is null or policy.deprecated_on > $4)
order by policy.active_on desc, policy.version desc, policy.policy_id
limit 1`;

interface Governing {
  readonly required_fields: readonly string[];
  readonly attestation_required: boolean;
  readonly max_age_days: number | null;
  readonly is_attested: boolean;
}

/** The requirements of networks, from this service's read models (design 7). */
@Injectable()
export class AcceptanceTerms {
  constructor(private readonly dataSource: DataSource) {}

  /** The terms under which an institution furnishes a product in a network at the given time. */
  async of(
    {
      networkId,
      productId,
      furnisherId,
    }: Record<'networkId' | 'productId' | 'furnisherId', string>,
    now: Date,
  ): Promise<FurnishingTerms> {
    const [policy] = await this.dataSource.query<Governing[]>(GOVERNING, [
      networkId,
      productId,
      furnisherId,
      now,
    ]);
    return policy
      ? {
          requiredFields: policy.required_fields,
          attestationRequired: policy.attestation_required,
          maxAgeDays: policy.max_age_days,
          isAttested: policy.is_attested,
        }
      : NO_TERMS;
  }
}

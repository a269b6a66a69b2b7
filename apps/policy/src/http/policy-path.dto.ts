import { IsOptional } from 'class-validator';
import { Uuid } from '@ndx/api';

export class PolicyPath {
  @Uuid()
  readonly policy_id!: string;
}

export class ListPoliciesQuery {
  @Uuid()
  readonly network_id!: string;

  @IsOptional()
  @Uuid()
  readonly product_id?: string;
}

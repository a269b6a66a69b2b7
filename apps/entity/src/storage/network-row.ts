import type {
  IdentityVisibility,
  PolicyChanges,
  RecordsOfLeavers,
  TokenBinding,
} from '@ndx/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChangedNetwork } from '../domain/network.js';

@Entity('network')
export class NetworkRow implements ChangedNetwork {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  country!: string;

  @Column('text', { name: 'identity_visibility' })
  identityVisibility!: IdentityVisibility;

  @Column('integer', { name: 'dispute_acknowledge_days' })
  disputeAcknowledgeDays!: number;

  @Column('integer', { name: 'dispute_decide_days' })
  disputeDecideDays!: number;

  @Column('text', { name: 'records_of_leavers' })
  recordsOfLeavers!: RecordsOfLeavers;

  @Column('text', { name: 'policy_changes' })
  policyChanges!: PolicyChanges;

  @Column('text', { name: 'client_token_binding' })
  clientTokenBinding!: TokenBinding;

  @Column('uuid', { name: 'direct_changes_requested_by', nullable: true })
  directChangesRequestedBy!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('uuid', { name: 'changed_by', nullable: true })
  changedBy!: string | null;

  @Column('integer')
  revision!: number;
}

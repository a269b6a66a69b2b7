import type { MembershipRole } from '@ndx/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Invitation } from '../domain/invitation.js';

@Entity('invitation')
export class InvitationRow implements Invitation {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'network_id' })
  networkId!: string;

  @Column('uuid', { name: 'entity_id', nullable: true })
  entityId!: string | null;

  @Column('text', { name: 'institution_name' })
  institutionName!: string;

  @Column('text', { array: true })
  roles!: MembershipRole[];

  @Column('text', { nullable: true })
  email!: string | null;

  @Column('bytea', { name: 'secret_digest' })
  secretDigest!: Buffer;

  @Column('uuid', { name: 'sent_by' })
  sentBy!: string;

  @Column('uuid', { name: 'sender_entity_id' })
  senderEntityId!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('text')
  status!: Invitation['status'];

  @Column('uuid', { name: 'account_id', nullable: true })
  accountId!: string | null;

  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt!: Date | null;
}

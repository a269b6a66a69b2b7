import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ConsentKind } from '@ndx/contracts';

@Entity('consent')
export class ConsentRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: ConsentKind;

  @Column('uuid', { name: 'entity_id' })
  entityId!: string;

  @Column('uuid', { name: 'network_id', nullable: true })
  networkId!: string | null;

  @Column('uuid', { name: 'subject_id' })
  subjectId!: string;

  @Column({ type: 'text', name: 'match_hashes', array: true })
  matchHashes!: string[];

  @Column('text', { name: 'legal_name', nullable: true })
  legalName!: string | null;

  /** Evidence: written once; no request reads it. */
  @Column({ type: 'text', name: 'sealed_identity', select: false, update: false })
  sealedIdentity!: string;

  @Column('text')
  scope!: string;

  @Column('text', { name: 'consented_fields' })
  consentedFields!: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;

  @Column('jsonb')
  grants!: GrantJson[];

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('integer')
  revision!: number;
}

/** A grant as stored in the row's JSON. */
export interface GrantJson {
  readonly id: string;
  readonly furnishing_entity_id: string;
  readonly field_definitions: readonly string[];
  readonly effective_from: string;
  readonly effective_to: string | null;
  readonly follows_consent: boolean;
}

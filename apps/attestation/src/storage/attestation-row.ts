import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('attestation')
export class AttestationRow {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'entity_id' })
  entityId!: string;

  @Column('uuid', { name: 'product_id' })
  productId!: string;

  @Column('text', { name: 'signed_by_name' })
  signedByName!: string;

  @Column('text', { name: 'signed_by_title' })
  signedByTitle!: string;

  @Column('timestamptz', { name: 'signed_at' })
  signedAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('jsonb', { name: 'attestation_data' })
  attestationData!: Record<string, unknown>;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;

  @Column('integer')
  revision!: number;
}

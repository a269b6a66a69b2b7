import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An issued certificate; written by the query path, read here. */
@Entity('certificate')
export class CertificateRow {
  @PrimaryColumn('uuid', { name: 'certificate_id' })
  certificateId!: string;

  /** The institution that queried it. */
  @Column('uuid', { name: 'entity_id' })
  entityId!: string;

  @Column('text')
  body!: string;
}

import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An issued certificate; the query path writes it. */
@Entity('certificate')
export class CertificateRow {
  @PrimaryColumn('uuid', { name: 'certificate_id' })
  certificateId!: string;

  /** The querying institution. */
  @Column('uuid', { name: 'entity_id' })
  entityId!: string;

  /** Null when it is archived. */
  @Column('text', { nullable: true })
  body!: string | null;

  @Column('integer', { name: 'archive_part', nullable: true })
  archivePart!: number | null;
}

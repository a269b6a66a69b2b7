import type { ClientPermission, TokenBinding } from '@ndx/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Client } from '../domain/client.js';

@Entity('client')
export class ClientRow implements Client {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('uuid', { name: 'entity_id' })
  entityId!: string;

  @Column('text', { name: 'client_id' })
  clientId!: string;

  @Column('text')
  name!: string;

  @Column('text', { array: true })
  permissions!: ClientPermission[];

  @Column('uuid', { name: 'network_ids', array: true })
  networkIds!: string[];

  @Column('text', { array: true, nullable: true })
  addresses!: string[] | null;

  @Column('text', { name: 'token_binding' })
  tokenBinding!: TokenBinding;

  @Column('uuid', { name: 'registered_by' })
  registeredBy!: string;

  @Column('timestamptz', { name: 'registered_at' })
  registeredAt!: Date;

  @Column('timestamptz', { name: 'removed_at', nullable: true })
  removedAt!: Date | null;
}

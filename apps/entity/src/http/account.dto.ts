import { ACCOUNT_STATUSES, type AccountStatus } from '@ndx/contracts';
import { Storable, Text, Uuid, wire } from '@ndx/api';
import { IsEmail, IsIn, IsOptional } from 'class-validator';
import type { Account } from '../domain/account.js';
import { ParticipantPath } from './participant.dto.js';

export class AddAccountDto {
  @Text(300)
  readonly subject!: string;

  @IsOptional()
  @Uuid()
  readonly account_id?: string;

  @IsOptional()
  @IsEmail()
  @Storable()
  readonly email?: string;
}

export class SetAccountStatusDto {
  @IsIn(ACCOUNT_STATUSES)
  readonly status!: AccountStatus;
}

export class AccountPath extends ParticipantPath {
  @Uuid()
  readonly account_id!: string;
}

export const AccountRecord = wire.record('Account', {
  account_id: wire.uuid,
  entity_id: wire.uuid,
  /** The user claim of its tokens. */
  subject: wire.text,
  email: wire.nullable(wire.text),
  status: wire.oneOf(ACCOUNT_STATUSES),
  created_at: wire.timestamp,
});

export function toAccountRecord(account: Account): wire.Of<typeof AccountRecord> {
  return {
    account_id: account.id,
    entity_id: account.entityId,
    subject: account.subject,
    email: account.email,
    status: account.status,
    created_at: account.createdAt.toISOString(),
  };
}

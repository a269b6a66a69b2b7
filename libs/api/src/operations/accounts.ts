import { EXAMPLE_IDS, ACCOUNT_STATUSES, type AccountStatus } from '@ndx/contracts';
import { IsIn, IsOptional } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { IsEmailAddress } from '../shapes/identity-shapes.js';
import { Storable, Text, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { CHOSEN_ID, NETWORK, ParticipantPath } from './network-shapes.js';
import { CURSOR_REFUSAL, CursorQuery, pageOf } from './page-shapes.js';

class AddAccountDto {
  @Text(300)
  readonly subject!: string;

  @IsOptional()
  @Uuid()
  readonly account_id?: string;

  @IsOptional()
  @IsEmailAddress()
  @Storable()
  readonly email?: string;
}

class SetAccountStatusDto {
  @IsIn(ACCOUNT_STATUSES)
  readonly status!: AccountStatus;
}

class AccountPath extends ParticipantPath {
  @Uuid()
  readonly account_id!: string;
}

const AccountRecord = wire.record('Account', {
  account_id: wire.uuid,
  entity_id: wire.uuid,
  /** The user claim of its tokens. */
  subject: wire.text,
  email: wire.nullable(wire.text),
  status: wire.oneOf(ACCOUNT_STATUSES),
  created_at: wire.timestamp,
});

const ACCOUNTS = `${NETWORK}/institutions/{entity_id}/accounts` as const;

const REFUSALS = ['not_a_member', 'role_missing', 'not_found'] as const;

export const listAccounts = declareOperation({
  id: 'listAccounts',
  method: 'GET',
  path: ACCOUNTS,
  service: 'entity',
  permission: 'network:read',
  summary: 'List the accounts of an institution',
  description:
    'For each account of the institution, and for the governors of its home network with the permission `network:admin`, or `audit:read` to name who acted in an audit log.',
  request: { path: ParticipantPath, query: CursorQuery },
  answer: pageOf('AccountPage', AccountRecord),
  refusals: [...CURSOR_REFUSAL, ...REFUSALS, 'permission_missing'],
  words: {
    'Account.subject': ['The user claim of its tokens.', 'jordan.avery'],
    'Account.email': ['The email address, if one was given.', 'jordan.avery@bank.example.com'],
    'Account.status': 'A suspended account cannot authenticate.',
  },
});

export const addAccount = declareOperation({
  id: 'addAccount',
  method: 'POST',
  path: ACCOUNTS,
  service: 'entity',
  permission: 'network:admin',
  summary: 'Add an account',
  description:
    'The server generates the id unless the request has `account_id`, which must be the UUID ' +
    'version 5 of the subject in the namespace of the institution id.',
  request: { path: ParticipantPath, body: AddAccountDto },
  example: { subject: 'jordan.avery', email: 'jordan.avery@bank.example.com' },
  answer: AccountRecord,
  refusals: [...REFUSALS, 'invalid_value', 'already_exists'],
  words: {
    'AddAccount.subject': ['The user claim of its tokens.', 'jordan.avery'],
    'AddAccount.account_id': [
      `${CHOSEN_ID} the subject in the namespace of the institution id.`,
      EXAMPLE_IDS.account,
    ],
    'AddAccount.email': ['An email address, for people.', 'jordan.avery@bank.example.com'],
  },
});

export const setAccountStatus = declareOperation({
  id: 'setAccountStatus',
  method: 'PUT',
  path: `${ACCOUNTS}/{account_id}`,
  service: 'entity',
  permission: 'network:admin',
  changesAccounts: true,
  summary: 'Suspend or reactivate an account',
  description:
    'Takes effect within five seconds. The account of a removed client stays suspended until its ' +
    'institution registers the client again.',
  request: { path: AccountPath, body: SetAccountStatusDto },
  answer: AccountRecord,
  refusals: [...REFUSALS, 'client_removed'],
  words: {
    'SetAccountStatus.status': 'A suspended account cannot authenticate.',
  },
});

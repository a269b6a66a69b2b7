import {
  BOUNDS,
  ENDED_INVITATION_DAYS,
  EXAMPLE_IDS,
  INVITATION_STATUSES,
  MEMBERSHIP_ROLES,
  MOST_INVITATION_DAYS,
  type MembershipRole,
} from '@ndx/contracts';
import {
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  Max,
  Min,
} from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { IsEmailAddress } from '../shapes/identity-shapes.js';
import { Label, Omittable, Storable, Text, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { NETWORK, NetworkPath, roles } from './network-shapes.js';
import { CURSOR_REFUSAL, OrderedCursorQuery, pageOf } from './page-shapes.js';

const DEFAULT_DAYS = 7;

class SendInvitationDto {
  @IsOptional()
  @Uuid()
  readonly entity_id?: string;

  @IsOptional()
  @Label()
  readonly institution_name?: string;

  @IsOptional()
  @ArrayUnique()
  @IsIn(MEMBERSHIP_ROLES, { each: true })
  @ArrayNotEmpty()
  @IsArray()
  readonly roles?: readonly MembershipRole[];

  @IsOptional()
  @IsEmailAddress()
  @Storable()
  readonly email?: string;

  @Omittable()
  @Max(MOST_INVITATION_DAYS)
  @Min(1)
  @IsInt()
  readonly valid_days: number = DEFAULT_DAYS;
}

class InvitationQuery extends OrderedCursorQuery {
  @IsOptional()
  @Uuid()
  readonly entity_id?: string;
}

class InvitationPath extends NetworkPath {
  @Uuid()
  readonly invitation_id!: string;
}

class InvitationSecretDto {
  @Text(100)
  readonly secret!: string;
}

const MEMBERS = {
  invitation_id: wire.uuid,
  network_id: wire.uuid,
  entity_id: wire.nullable(wire.uuid),
  institution_name: wire.text,
  roles,
  email: wire.nullable(wire.text),
  sent_by: wire.uuid,
  sender_entity_id: wire.uuid,
  created_at: wire.timestamp,
  expires_at: wire.timestamp,
  status: wire.oneOf(INVITATION_STATUSES),
  account_id: wire.nullable(wire.uuid),
  ended_at: wire.nullable(wire.timestamp),
} as const;

const InvitationRecord = wire.record('Invitation', MEMBERS);

const SentInvitation = wire.record('SentInvitation', { ...MEMBERS, secret: wire.text });

/** The content of an invitation for the person who has its secret. */
const InvitationOffer = wire.record('InvitationOffer', {
  network_name: wire.text,
  institution_name: wire.text,
  is_new_institution: wire.flag,
  roles,
  sender_name: wire.text,
  expires_at: wire.timestamp,
});

const INVITATIONS = `${NETWORK}/invitations` as const;

const COMMON = { service: 'entity', permission: 'network:admin' } as const;
const OF_USERS = { service: 'entity', permission: undefined, forUsers: true } as const;

const OF_ADMINISTRATORS = ['not_a_member', 'role_missing', 'not_found'] as const;
const OF_SECRETS = [
  'not_found',
  'invitation_ended',
  'other_organization',
  'already_exists',
] as const;

const INSTITUTION_NAME = ['The name of the institution.', 'Example Savings Bank'] as const;
const EMAIL = ['The address of the person, for people.', 'jordan.avery@bank.example.com'] as const;
const NEW_ROLES =
  'The roles of a new institution in the network; none in an invitation to a known one.';
const EXAMPLE_SECRET = 'kJ0kqz2mXr3bV5hQm1nT8wYc4eR7uP9aL6sD0fG2hJk';
const SECRET = 'The secret of the invitation.';

export const sendInvitation = declareOperation({
  ...COMMON,
  id: 'sendInvitation',
  method: 'POST',
  path: INVITATIONS,
  summary: 'Invite a person to be an account',
  description:
    'With `entity_id` to the institution with that id, by itself or by a governor of its home ' +
    'network; otherwise to the new institution `institution_name` with `roles` in the network, by ' +
    'a governor. The answer shows the `secret`, and no other one does: send it to the person, who ' +
    'signs in at the identity provider and accepts the invitation once. The user and organization ' +
    "of the account are those of the person's token. Permissions are not part of it: they are in " +
    'the tokens. An institution has at most ' +
    `${BOUNDS.institution.invitations} open invitations.`,
  request: { path: NetworkPath, body: SendInvitationDto },
  example: {
    institution_name: 'Example Savings Bank',
    roles: ['furnisher'],
    email: 'jordan.avery@bank.example.com',
    valid_days: DEFAULT_DAYS,
  },
  answer: SentInvitation,
  refusals: [...OF_ADMINISTRATORS, 'invalid_value', 'limit_reached'],
  words: {
    'SendInvitation.entity_id': ['The institution of the account.', EXAMPLE_IDS.furnisher],
    'SendInvitation.institution_name': INSTITUTION_NAME,
    'SendInvitation.roles': NEW_ROLES,
    'SendInvitation.email': EMAIL,
    'SendInvitation.valid_days': ['The number of days in which it can be accepted.', DEFAULT_DAYS],
    'SentInvitation.secret': [SECRET, EXAMPLE_SECRET],
    ...wordsOf('SentInvitation'),
  },
});

export const listInvitations = declareOperation({
  ...COMMON,
  id: 'listInvitations',
  method: 'GET',
  path: INVITATIONS,
  summary: 'List invitations, oldest first',
  description:
    'Those to new institutions and to institutions whose home the network is, for a governor; with ' +
    '`entity_id` those to an institution, for itself and the governors of its home network. An ' +
    `invitation is listed until ${ENDED_INVITATION_DAYS} days after its expiry.`,
  request: { path: NetworkPath, query: InvitationQuery },
  answer: pageOf('InvitationPage', InvitationRecord),
  refusals: [...CURSOR_REFUSAL, ...OF_ADMINISTRATORS],
  words: {
    'InvitationQuery.entity_id': ['The institution of the accounts.', EXAMPLE_IDS.furnisher],
    ...wordsOf('Invitation'),
  },
});

export const revokeInvitation = declareOperation({
  ...COMMON,
  id: 'revokeInvitation',
  method: 'DELETE',
  path: `${INVITATIONS}/{invitation_id}`,
  summary: 'Revoke an invitation',
  description:
    'Nobody can accept it afterwards. A repeated request confirms that. An accepted invitation is ' +
    'a 409: suspend its account.',
  request: { path: InvitationPath },
  answer: InvitationRecord,
  refusals: [...OF_ADMINISTRATORS, 'invitation_ended'],
  words: { invitation_id: ['The invitation.', EXAMPLE_IDS.invitation] },
});

export const readInvitation = declareOperation({
  ...OF_USERS,
  id: 'readInvitation',
  method: 'POST',
  path: '/v1/invitations/read',
  summary: 'Read the invitation with a secret',
  description:
    'For a person who signed in at the identity provider and has no account yet. The secret is in ' +
    'the body, because addresses are logged.',
  request: { body: InvitationSecretDto },
  example: { secret: EXAMPLE_SECRET },
  answer: InvitationOffer,
  changesNothing: true,
  refusals: OF_SECRETS,
  words: {
    'InvitationSecret.secret': [SECRET, EXAMPLE_SECRET],
    'InvitationOffer.network_name': ['The network of the invitation.', 'Example network'],
    'InvitationOffer.institution_name': INSTITUTION_NAME,
    'InvitationOffer.is_new_institution':
      'Whether the acceptance registers the institution, with the organization of the token.',
    'InvitationOffer.roles': NEW_ROLES,
    'InvitationOffer.sender_name': ['The institution that sent it.', 'Operator'],
    'InvitationOffer.expires_at': [
      'The time until which it can be accepted.',
      '2026-01-22T09:30:00.000Z',
    ],
  },
});

export const acceptInvitation = declareOperation({
  ...OF_USERS,
  id: 'acceptInvitation',
  method: 'POST',
  path: '/v1/invitations/accept',
  summary: 'Accept the invitation with a secret',
  description:
    'Adds the account, with the user and the organization of the token, and the institution if it ' +
    'is new. A repeated request of the same user confirms that.',
  request: { body: InvitationSecretDto },
  example: { secret: EXAMPLE_SECRET },
  answer: wire.record('AcceptedInvitation', {
    invitation_id: wire.uuid,
    network_id: wire.uuid,
    entity_id: wire.uuid,
    account_id: wire.uuid,
  }),
  refusals: [...OF_SECRETS, 'name_looks_alike', 'limit_reached'],
});

function wordsOf(record: 'Invitation' | 'SentInvitation') {
  return {
    [`${record}.entity_id`]: [
      'The institution of the account; null until a new one is registered by the acceptance.',
      EXAMPLE_IDS.furnisher,
    ],
    [`${record}.institution_name`]: INSTITUTION_NAME,
    [`${record}.roles`]: NEW_ROLES,
    [`${record}.email`]: EMAIL,
    [`${record}.sent_by`]: ['The account that sent it.', EXAMPLE_IDS.account],
    [`${record}.sender_entity_id`]: ['The institution that sent it.', EXAMPLE_IDS.furnisher],
    [`${record}.expires_at`]: [
      'The time until which it can be accepted.',
      '2026-01-22T09:30:00.000Z',
    ],
    [`${record}.status`]: '`expired`: nobody accepted it in time.',
    [`${record}.account_id`]: ['The account of the person; null until it is accepted.', null],
    [`${record}.ended_at`]: [
      'The time of the acceptance, the revocation or the expiry; null while it is open.',
      null,
    ],
  } as const;
}

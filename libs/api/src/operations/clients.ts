import {
  ACCOUNT_STATUSES,
  BOUNDS,
  CLIENT_PERMISSIONS,
  EXAMPLE_IDS,
  TOKEN_BINDINGS,
  type ClientPermission,
  type TokenBinding,
} from '@ndx/contracts';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsOptional,
  IsString,
  MaxLength,
} from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Label, Omittable, Text, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { CURSOR_REFUSAL, CursorQuery, pageOf } from './page-shapes.js';

/** An IPv6 network in its longest form. */
const LONGEST_ADDRESS = 49;

class RegisterClientDto {
  @Text(300)
  readonly subject!: string;

  @Text(300)
  readonly client_id!: string;

  @Label()
  readonly name!: string;

  @IsIn(CLIENT_PERMISSIONS, { each: true })
  @ArrayUnique()
  @ArrayMinSize(1)
  @IsArray()
  readonly permissions!: readonly ClientPermission[];

  @Uuid({ each: true })
  @ArrayUnique()
  @ArrayMaxSize(BOUNDS.institution.networks)
  @ArrayMinSize(1)
  @IsArray()
  readonly network_ids!: readonly string[];

  @IsOptional()
  @MaxLength(LONGEST_ADDRESS, { each: true })
  @IsString({ each: true })
  @ArrayUnique()
  @ArrayMaxSize(BOUNDS.institution.clientAddresses)
  @ArrayMinSize(1)
  @IsArray()
  readonly addresses?: readonly string[] | null;

  @Omittable()
  @IsIn(TOKEN_BINDINGS)
  readonly token_binding: TokenBinding = 'optional';
}

class ClientPath {
  @Uuid()
  readonly account_id!: string;
}

const ClientRecord = wire.record('RegisteredClient', {
  account_id: wire.uuid,
  subject: wire.text,
  client_id: wire.text,
  name: wire.text,
  permissions: wire.listOf(wire.oneOf(CLIENT_PERMISSIONS)),
  network_ids: wire.listOf(wire.uuid),
  addresses: wire.nullable(wire.listOf(wire.text)),
  token_binding: wire.oneOf(TOKEN_BINDINGS),
  status: wire.oneOf(ACCOUNT_STATUSES),
  registered_by: wire.uuid,
  registered_at: wire.timestamp,
  removed_at: wire.nullable(wire.timestamp),
});

const COMMON = { service: 'entity', permission: 'network:admin' } as const;

const SUBJECT = [
  'The user claim (`sub`) of its tokens, which tells them from the tokens of people with the same ' +
    'client: the id of a service account, or the client id itself, as its provider has it.',
  'service-account-nightly',
] as const;
const CLIENT_ID = [
  'The client of the identity provider that its tokens name.',
  'first-bank-nightly',
] as const;
const NAME = ['A name for people.', 'Nightly furnishing'] as const;
const ADDRESSES = [
  'The IP addresses and networks from which its requests are accepted; null: every address.',
  ['192.0.2.0/24', '2001:db8::/32'],
] as const;
const PERMISSIONS = 'The permissions of the client, as far as its tokens do not limit them.';
const BINDING =
  '`required`: its tokens are accepted only with a proof of their key, by DPoP or a client certificate.';

export const listClients = declareOperation({
  ...COMMON,
  id: 'listClients',
  method: 'GET',
  path: '/v1/clients',
  summary: "List the institution's clients",
  description: 'The clients that are registered. A removed client is not listed.',
  request: { query: CursorQuery },
  answer: pageOf('ClientPage', ClientRecord),
  refusals: CURSOR_REFUSAL,
  words: {
    'RegisteredClient.subject': SUBJECT,
    'RegisteredClient.client_id': CLIENT_ID,
    'RegisteredClient.name': NAME,
    'RegisteredClient.permissions': PERMISSIONS,
    'RegisteredClient.network_ids': [
      'The networks in which the client acts.',
      [EXAMPLE_IDS.network],
    ],
    'RegisteredClient.addresses': ADDRESSES,
    'RegisteredClient.token_binding': BINDING,
    'RegisteredClient.status':
      'The status of its account. A suspended account cannot authenticate.',
    'RegisteredClient.registered_by': ['The account that registered it.', EXAMPLE_IDS.account],
    'RegisteredClient.registered_at': ['The time of the registration.', '2026-01-15T09:30:00.000Z'],
    'RegisteredClient.removed_at': ['The time of the removal; null while it is registered.', null],
  },
});

export const registerClient = declareOperation({
  ...COMMON,
  id: 'registerClient',
  method: 'POST',
  path: '/v1/clients',
  changesAccounts: true,
  summary: 'Register a client of the institution',
  description:
    'A program of the institution, which gets tokens of its own from the identity provider. ' +
    'The registration adds its account, or takes the one with this `subject`, and reactivates it ' +
    'if it is suspended. From then on, within five seconds, a token of the account is accepted ' +
    'only if it was issued to `client_id`, and has at most these permissions, in these networks. ' +
    'A token that names no institution, as of Entra ID, is of the institution that registered its ' +
    '`client_id` and `subject`, if exactly one did. ' +
    'The caller must have each of the permissions, and the institution must be a member of each ' +
    `of the networks. An institution has at most ${BOUNDS.institution.clients.toLocaleString('en')} clients.`,
  request: { body: RegisterClientDto },
  example: {
    subject: 'service-account-nightly',
    client_id: 'first-bank-nightly',
    name: 'Nightly furnishing',
    permissions: ['data:furnish', 'policy:read'],
    network_ids: [EXAMPLE_IDS.network],
    addresses: ['192.0.2.0/24'],
    token_binding: 'required',
  },
  answer: ClientRecord,
  refusals: [
    ...(['invalid_value', 'permission_missing', 'not_a_member', 'already_exists'] as const),
    'limit_reached',
  ],
  words: {
    'RegisterClient.subject': SUBJECT,
    'RegisterClient.client_id': CLIENT_ID,
    'RegisterClient.name': NAME,
    'RegisterClient.permissions': PERMISSIONS,
    'RegisterClient.network_ids': ['The networks in which the client acts.', [EXAMPLE_IDS.network]],
    'RegisterClient.addresses': ADDRESSES,
    'RegisterClient.token_binding': BINDING,
  },
});

export const removeClient = declareOperation({
  ...COMMON,
  id: 'removeClient',
  method: 'DELETE',
  path: '/v1/clients/{account_id}',
  changesAccounts: true,
  summary: 'Remove a client of the institution',
  description:
    'Suspends its account: no request that starts after the answer uses it, in any service. ' +
    'A repeated request confirms that. The account stays suspended until its subject is ' +
    'registered again.',
  request: { path: ClientPath },
  answer: ClientRecord,
  refusals: ['not_found'],
});

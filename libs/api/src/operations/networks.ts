import {
  BOUNDS,
  EXAMPLE_IDS,
  IDENTITY_VISIBILITIES,
  MOST_DISPUTE_DAYS,
  POLICY_CHANGES,
  RECORDS_OF_LEAVERS,
  TOKEN_BINDINGS,
  type IdentityVisibility,
  type PolicyChanges,
  type RecordsOfLeavers,
  type TokenBinding,
} from '@ndx/contracts';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Country, ExpectedRevision, Label, Omittable, together, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import {
  CHOSEN_ID,
  GOVERNORS_ONLY,
  NETWORK,
  NetworkPath,
  NETWORKS,
  roles,
} from './network-shapes.js';
import { CURSOR_REFUSAL, CursorQuery, pageOf } from './page-shapes.js';

class CreateNetworkDto {
  @Label()
  readonly name!: string;

  @IsOptional()
  @Uuid()
  readonly network_id?: string;

  /** The country of bare subdivisions: `DE` is Delaware in a network of the US. */
  @IsOptional()
  @Country()
  readonly country?: string;
}

/** The settings to change; an omitted member is unchanged. */
class ChangeNetworkDto {
  @Omittable()
  @IsIn(IDENTITY_VISIBILITIES)
  readonly identity_visibility?: IdentityVisibility;

  @Omittable()
  @DisputeDays()
  readonly dispute_acknowledge_days?: number;

  @Omittable()
  @DisputeDays()
  readonly dispute_decide_days?: number;

  @Omittable()
  @IsIn(RECORDS_OF_LEAVERS)
  readonly records_of_leavers?: RecordsOfLeavers;

  @Omittable()
  @IsIn(POLICY_CHANGES)
  readonly policy_changes?: PolicyChanges;

  @Omittable()
  @IsIn(TOKEN_BINDINGS)
  readonly client_token_binding?: TokenBinding;

  @ExpectedRevision()
  readonly expected_revision?: number;
}

function DisputeDays(): PropertyDecorator {
  return together(IsInt(), Min(1), Max(MOST_DISPUTE_DAYS));
}

/** A network with the caller's roles in it. */
const NetworkRecord = wire.record('Network', {
  network_id: wire.uuid,
  name: wire.text,
  country: wire.text,
  identity_visibility: wire.oneOf(IDENTITY_VISIBILITIES),
  dispute_acknowledge_days: wire.integer,
  dispute_decide_days: wire.integer,
  records_of_leavers: wire.oneOf(RECORDS_OF_LEAVERS),
  policy_changes: wire.oneOf(POLICY_CHANGES),
  client_token_binding: wire.oneOf(TOKEN_BINDINGS),
  direct_changes_requested_by: wire.nullable(wire.uuid),
  roles,
  created_at: wire.timestamp,
  revision: wire.integer,
});

export const listNetworks = declareOperation({
  id: 'listNetworks',
  method: 'GET',
  path: NETWORKS,
  service: 'entity',
  permission: 'network:read',
  summary: "List the institution's networks",
  request: { query: CursorQuery },
  answer: pageOf('NetworkPage', NetworkRecord),
  refusals: CURSOR_REFUSAL,
  words: {
    'Network.roles': ["The roles of the caller's institution in the network.", ['governor']],
    'Network.revision': ['The number of changes of its settings.', 1],
    'Network.name': ['The name that its governor gave it.', 'Example lending network'],
    'Network.country': [
      'The country of jurisdictions that are named without one, such as `DE` (ISO 3166-1 alpha-2).',
      'US',
    ],
    identity_visibility:
      'The identities that a search lists: every one of the network, or those related to the searching institution.',
    dispute_acknowledge_days: [
      "A furnisher's time to acknowledge a dispute, in days from Monday to Friday (UTC).",
      5,
    ],
    dispute_decide_days: ["A furnisher's time to decide a dispute, in days.", 30],
    policy_changes:
      'How a published querying policy changes: by a governor at once (`direct`), or by a draft that a second account approved (`reviewed`).',
    direct_changes_requested_by: [
      'The account that asked to end the review of changes; a second account ends it. Null if none did, and unless the caller is a governor.',
      null,
    ],
    client_token_binding:
      'Whether the clients that are registered for the network need tokens with a proof of their key: `optional` or `required`.',
    records_of_leavers:
      'Whether queries use the records of an institution that is no furnisher of the network any more: `exclude` or `keep`.',
  },
});

export const createNetwork = declareOperation({
  id: 'createNetwork',
  method: 'POST',
  path: NETWORKS,
  service: 'entity',
  permission: 'network:admin',
  changesAccounts: true,
  summary: 'Create a network',
  description:
    "The caller's institution becomes the governor within five seconds. The server generates the id " +
    'unless the request has `network_id`, which must be the UUID version 5 of the name in the ' +
    'namespace of the institution id. A jurisdiction without a country, such as `DE`, is a ' +
    'subdivision of `country` (ISO 3166-1 alpha-2, default US). An institution is a member of at ' +
    `most ${BOUNDS.institution.networks.toLocaleString('en')} networks.`,
  request: { body: CreateNetworkDto },
  example: { name: 'Example lending network', country: 'US' },
  answer: NetworkRecord,
  refusals: ['invalid_value', 'already_exists', 'limit_reached'],
  words: {
    'CreateNetwork.name': [
      'The name; one institution creates no two networks with the same name.',
      'Example lending network',
    ],
    'CreateNetwork.network_id': [
      `${CHOSEN_ID} the name in the namespace of the institution id.`,
      EXAMPLE_IDS.network,
    ],
    'CreateNetwork.country': [
      'The country of jurisdictions that are named without one, such as `DE` (ISO 3166-1 alpha-2).',
      'US',
    ],
  },
});

export const readNetwork = declareOperation({
  id: 'readNetwork',
  method: 'GET',
  path: NETWORK,
  service: 'entity',
  permission: 'network:read',
  summary: 'Read a network of the institution',
  request: { path: NetworkPath },
  answer: NetworkRecord,
  refusals: ['not_a_member'],
});

export const changeNetwork = declareOperation({
  id: 'changeNetwork',
  method: 'PUT',
  path: NETWORK,
  service: 'entity',
  permission: 'network:admin',
  summary: 'Change the settings of a network',
  description:
    'An omitted member is unchanged. With `identity_visibility` `network`, the default, a search lists every subject of the ' +
    'network. With `related`, it lists subjects for which the searching institution furnished a ' +
    'record or recorded a consent, and any other subject only by its complete ' +
    '`social_security_number` or `federal_ein`. `dispute_acknowledge_days` (default ' +
    '5) and `dispute_decide_days` (default 30) are the deadlines of later disputes. With ' +
    '`records_of_leavers` `exclude`, the default, queries use no record of an institution that ' +
    'left the network or is no furnisher of it; with `keep`, they do. With ' +
    '`policy_changes` `reviewed`, a published policy changes only by a draft that a second ' +
    'account approved; `direct`, the default, then applies when a second account of a governor has ' +
    'sent it, and until then `direct_changes_requested_by` names the first. With ' +
    '`client_token_binding` `required`, requests of a client that is registered for the network need ' +
    'a token with a proof of its key, by DPoP or a client certificate, within five seconds. Any other ' +
    'change applies to requests that start after the response.',
  request: { path: NetworkPath, body: ChangeNetworkDto },
  example: {
    identity_visibility: 'network',
    dispute_acknowledge_days: 5,
    dispute_decide_days: 30,
    records_of_leavers: 'exclude',
    policy_changes: 'direct',
    client_token_binding: 'optional',
  },
  answer: NetworkRecord,
  refusals: [...GOVERNORS_ONLY, 'version_mismatch'],
});

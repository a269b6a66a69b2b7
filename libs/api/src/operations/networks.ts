import { EXAMPLE_IDS, IDENTITY_VISIBILITIES, type IdentityVisibility } from '@ndx/contracts';
import { IsIn, IsOptional } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Country, Label, Uuid } from '../shapes/shapes.js';
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

class ChangeNetworkDto {
  @IsIn(IDENTITY_VISIBILITIES)
  readonly identity_visibility!: IdentityVisibility;
}

/** A network with the caller's roles in it. */
const NetworkRecord = wire.record('Network', {
  network_id: wire.uuid,
  name: wire.text,
  country: wire.text,
  identity_visibility: wire.oneOf(IDENTITY_VISIBILITIES),
  roles,
  created_at: wire.timestamp,
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
    'Network.name': ['The name that its governor gave it.', 'Example lending network'],
    'Network.country': [
      'The country of jurisdictions that are named without one, such as `DE` (ISO 3166-1 alpha-2).',
      'US',
    ],
    identity_visibility:
      'The identities that a search lists: every one of the network, or those related to the searching institution.',
  },
});

export const createNetwork = declareOperation({
  id: 'createNetwork',
  method: 'POST',
  path: NETWORKS,
  service: 'entity',
  permission: 'network:admin',
  summary: 'Create a network',
  description:
    "The caller's institution becomes the governor within five seconds. The server generates the id " +
    'unless the request has `network_id`, which must be the UUID version 5 of the name in the ' +
    'namespace of the institution id. A jurisdiction without a country, such as `DE`, is a ' +
    'subdivision of `country` (ISO 3166-1 alpha-2, default US).',
  request: { body: CreateNetworkDto },
  example: { name: 'Example lending network', country: 'US' },
  answer: NetworkRecord,
  refusals: ['invalid_value', 'already_exists'],
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
  summary: 'Set which identities a search of the network lists',
  description:
    'With `identity_visibility` `network`, the default, a search lists every subject of the ' +
    'network. With `related`, it lists subjects for which the searching institution furnished a ' +
    'record or recorded a consent, and any other subject only by its complete ' +
    '`social_security_number` or `federal_ein`. The setting applies to searches that start ' +
    'after the response.',
  request: { path: NetworkPath, body: ChangeNetworkDto },
  answer: NetworkRecord,
  refusals: GOVERNORS_ONLY,
});

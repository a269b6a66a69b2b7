import { EXAMPLE_IDS } from '@ndx/contracts';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { GOVERNORS_ONLY } from './network-shapes.js';

const MAX_BUSINESSES = 100;

class NameBusinessesDto {
  @Uuid()
  readonly network_id!: string;

  @Uuid({ each: true })
  @ArrayMaxSize(MAX_BUSINESSES)
  @ArrayMinSize(1)
  @IsArray()
  readonly business_ids!: readonly string[];
}

const Names = wire.record('BusinessNames', {
  businesses: wire.listOf(
    wire.record('BusinessName', {
      business_id: wire.uuid,
      name: wire.text,
    }),
  ),
});

export const nameBusinesses = declareOperation({
  id: 'nameBusinesses',
  method: 'POST',
  path: '/v1/entities/business/names',
  service: 'entity',
  permission: 'network:read',
  summary: 'Name businesses of a network by their ids',
  description:
    'For members of the network with the permission `entity:search`, and governors with `audit:read`, to read an audit log. The answer omits an id that a search by the institution would not list: one of no business of the network and, where its `identity_visibility` is `related`, of a business to which the institution is not related. A merged business has the name of the one into which it was merged. Each request is recorded in the audit log as a search by these ids.',
  request: { body: NameBusinessesDto },
  changesNothing: true,
  answer: Names,
  refusals: [...GOVERNORS_ONLY, 'not_a_member', 'permission_missing'],
  words: {
    'NameBusinesses.business_ids': ['The businesses, at most 100.', [EXAMPLE_IDS.business]],
    'BusinessNames.businesses': 'The named businesses, in the order of their ids.',
    'BusinessName.business_id': ['The id in the request.', EXAMPLE_IDS.business],
    'BusinessName.name': [
      'The legal name: as the institution stated it, otherwise as it was stated first. Without one the name under which the business trades, otherwise its label.',
      'Example Hardware LLC',
    ],
  },
});

import { ArrayMaxSize, IsArray } from 'class-validator';
import { declareInternalOperation } from '../operation/operation.js';
import { Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';

class FindMembersDto {
  @Uuid({ each: true })
  @ArrayMaxSize(1_000)
  @IsArray()
  readonly network_ids!: readonly string[];

  @Uuid({ each: true })
  @ArrayMaxSize(100_000)
  @IsArray()
  readonly entity_ids!: readonly string[];
}

/** Returns the given institutions that are members of one of the networks. */
export const findMembers = declareInternalOperation({
  id: 'findMembers',
  path: '/internal/members/find',
  service: 'entity',
  request: { body: FindMembersDto },
  answer: wire.record('FoundMembers', { entity_ids: wire.listOf(wire.uuid) }),
});

import { MEMBERSHIP_ROLES, type MembershipRole } from '@ndx/contracts';
import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn } from 'class-validator';
import { Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';

export const NETWORKS = '/v1/networks';
export const NETWORK = `${NETWORKS}/{network_id}` as const;

export class NetworkPath {
  @Uuid()
  readonly network_id!: string;
}

export class ParticipantPath extends NetworkPath {
  @Uuid()
  readonly entity_id!: string;
}

export class GrantRolesDto {
  // Decorators run from the bottom up, so the last decorator reports the first fault.
  @ArrayUnique()
  @IsIn(MEMBERSHIP_ROLES, { each: true })
  @ArrayNotEmpty()
  @IsArray()
  readonly roles!: readonly MembershipRole[];
}

export const roles = wire.listOf(wire.oneOf(MEMBERSHIP_ROLES));

export const GOVERNORS_ONLY = ['role_missing'] as const;

/** About the id of a new resource; continues with the parts of the name. */
export const CHOSEN_ID = 'Optional; otherwise the server generates it. It is the UUID version 5 of';

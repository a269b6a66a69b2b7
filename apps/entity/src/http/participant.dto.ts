import { MEMBERSHIP_ROLES, type MembershipRole } from '@ndx/contracts';
import { Text, Uuid, wire } from '@ndx/api';
import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsOptional } from 'class-validator';
import type { Membership } from '../domain/membership.js';
import type { InstitutionInNetwork } from '../storage/institution-repository.js';
import { NetworkPath } from './network.dto.js';

export class GrantRolesDto {
  // The first fault is looked for from the property upwards.
  @ArrayUnique()
  @IsIn(MEMBERSHIP_ROLES, { each: true })
  @ArrayNotEmpty()
  @IsArray()
  readonly roles!: readonly MembershipRole[];
}

export class RegisterInstitutionDto extends GrantRolesDto {
  @Text(200)
  readonly name!: string;

  @Text(200)
  readonly org_id!: string;

  @IsOptional()
  @Uuid()
  readonly entity_id?: string;
}

export class ParticipantPath extends NetworkPath {
  @Uuid()
  readonly entity_id!: string;
}

const roles = wire.listOf(wire.oneOf(MEMBERSHIP_ROLES));

/** An institution with its roles in the network. */
export const InstitutionRecord = wire.record('Institution', {
  entity_id: wire.uuid,
  name: wire.text,
  org_id: wire.text,
  roles,
  created_at: wire.timestamp,
});

/** A membership; one that has ended has no roles. */
export const MembershipRecord = wire.record('Membership', {
  network_id: wire.uuid,
  entity_id: wire.uuid,
  roles,
  joined_at: wire.timestamp,
});

/** An institution that asked to be admitted. */
export const JoinRecord = wire.record('JoinRequest', {
  network_id: wire.uuid,
  entity_id: wire.uuid,
});

export function toJoinRecord({
  networkId,
  entityId,
}: Pick<Membership, 'networkId' | 'entityId'>): wire.Of<typeof JoinRecord> {
  return { network_id: networkId, entity_id: entityId };
}

export function toInstitutionRecord(
  institution: InstitutionInNetwork,
): wire.Of<typeof InstitutionRecord> {
  return {
    entity_id: institution.id,
    name: institution.name,
    org_id: institution.orgId,
    roles: institution.roles,
    created_at: institution.createdAt.toISOString(),
  };
}

export function toMembershipRecord(membership: Membership): wire.Of<typeof MembershipRecord> {
  return {
    network_id: membership.networkId,
    entity_id: membership.entityId,
    roles: membership.roles,
    joined_at: membership.joinedAt.toISOString(),
  };
}

import { MEMBERSHIP_ROLES } from '@ndx/contracts';
import { Text, Uuid, wire } from '@ndx/api';
import { IsOptional } from 'class-validator';
import type { NetworkOfCaller } from '../storage/network-repository.js';

export class CreateNetworkDto {
  @Text(200)
  readonly name!: string;

  @IsOptional()
  @Uuid()
  readonly network_id?: string;
}

export class NetworkPath {
  @Uuid()
  readonly network_id!: string;
}

/** A network with the caller's roles in it. */
export const NetworkRecord = wire.record('Network', {
  network_id: wire.uuid,
  name: wire.text,
  roles: wire.listOf(wire.oneOf(MEMBERSHIP_ROLES)),
  created_at: wire.timestamp,
});

export function toNetworkRecord(network: NetworkOfCaller): wire.Of<typeof NetworkRecord> {
  return {
    network_id: network.id,
    name: network.name,
    roles: network.roles,
    created_at: network.createdAt.toISOString(),
  };
}

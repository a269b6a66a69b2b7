import { Text, Uuid } from '@ndx/service-kit';
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
export function toNetworkRecord(network: NetworkOfCaller) {
  return {
    network_id: network.id,
    name: network.name,
    roles: network.roles,
    created_at: network.createdAt.toISOString(),
  };
}

import { IsOptional, IsUUID } from 'class-validator';
import type { NetworkOfCaller } from '../storage/network-repository.js';
import { Text } from './text.js';

export class CreateNetworkDto {
  @Text(200)
  readonly name!: string;

  @IsOptional()
  @IsUUID()
  readonly network_id?: string;
}

export class NetworkPath {
  @IsUUID()
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

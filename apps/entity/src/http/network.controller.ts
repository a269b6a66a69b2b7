import * as api from '@ndx/api';
import { DEFAULT_COUNTRY, type Principal } from '@ndx/contracts';
import { afterCursor, Asked, Caller, Handles, idPage } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { NetworkRepository, type NetworkOfCaller } from '../storage/network-repository.js';
import { ChangeNetwork } from '../use-cases/change-network.js';
import { CreateNetwork } from '../use-cases/create-network.js';

@Controller()
export class NetworkController {
  constructor(
    private readonly createNetwork: CreateNetwork,
    private readonly changeNetwork: ChangeNetwork,
    private readonly networks: NetworkRepository,
  ) {}

  @Handles(api.createNetwork)
  async create(@Caller() principal: Principal, @Asked() { body }: Asked<typeof api.createNetwork>) {
    const { name, network_id: id } = body;
    const country = body.country ?? DEFAULT_COUNTRY;
    return toNetworkRecord(await this.createNetwork.create(principal, { name, id, country }));
  }

  @Handles(api.listNetworks)
  async list(@Caller() principal: Principal, @Asked() { query }: Asked<typeof api.listNetworks>) {
    const after = afterCursor(query.cursor);
    const networks = await this.networks.list(principal, { limit: query.limit, after });
    return idPage(networks, { after, idOf: ({ id }) => id, show: toNetworkRecord });
  }

  @Handles(api.readNetwork)
  async read(@Caller() principal: Principal, @Asked() { path }: Asked<typeof api.readNetwork>) {
    return toNetworkRecord(await this.networks.read(principal, path.network_id));
  }

  @Handles(api.changeNetwork)
  async change(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.changeNetwork>,
  ) {
    const { network_id: networkId } = path;
    await this.changeNetwork.setVisibility(principal, networkId, body.identity_visibility);
    return toNetworkRecord(await this.networks.read(principal, networkId));
  }
}

function toNetworkRecord(network: NetworkOfCaller): api.AnswerOf<typeof api.readNetwork> {
  return {
    network_id: network.id,
    name: network.name,
    country: network.country,
    identity_visibility: network.identityVisibility,
    roles: network.roles,
    created_at: network.createdAt.toISOString(),
  };
}

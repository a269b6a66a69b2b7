import type { Principal } from '@ndx/contracts';
import { wire } from '@ndx/api';
import { Caller, Operation } from '@ndx/service';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CreateNetwork } from '../use-cases/create-network.js';
import { ReadNetworks } from '../use-cases/read-networks.js';
import { CreateNetworkDto, NetworkPath, NetworkRecord, toNetworkRecord } from './network.dto.js';
import { PageQuery } from './page.dto.js';

@Controller('v1/networks')
export class NetworkController {
  constructor(
    private readonly createNetwork: CreateNetwork,
    private readonly readNetworks: ReadNetworks,
  ) {}

  @Post()
  @HttpCode(200)
  @Operation({
    summary: 'Found a network',
    description:
      "The caller's institution governs it; that binds within five seconds. The id is a new one, or " +
      'the one that can be chosen: the UUID version 5 of the name under the id of the institution.',
    answer: NetworkRecord,
    refusals: {
      VALIDATION_ERROR: 'network_id is not the one that the institution may choose for that name',
      RESOURCE_CONFLICT: 'the institution has founded that network already',
    },
  })
  async create(@Caller() principal: Principal, @Body() body: CreateNetworkDto) {
    const input = { name: body.name, id: body.network_id };
    return toNetworkRecord(await this.createNetwork.run(principal, input));
  }

  @Get()
  @Operation({ summary: "List one's own networks", answer: wire.listOf(NetworkRecord) })
  async list(@Caller() principal: Principal, @Query() page: PageQuery) {
    return (await this.readNetworks.list(principal, page)).map(toNetworkRecord);
  }

  @Get(':network_id')
  @Operation({
    summary: "Read one of one's own networks",
    answer: NetworkRecord,
    refusals: { PERMISSION_DENIED: 'not a member of the network' },
  })
  async read(@Caller() principal: Principal, @Param() path: NetworkPath) {
    return toNetworkRecord(await this.readNetworks.one(principal, path.network_id));
  }
}

import * as api from '@ndx/api';
import { DEFAULT_COUNTRY, type Principal } from '@ndx/contracts';
import { afterCursor, Asked, Caller, Handles, idPage } from '@ndx/service';
import { Controller } from '@nestjs/common';
import type { NetworkSettings } from '../domain/network.js';
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
    await this.changeNetwork.change(principal, networkId, {
      settings: settingsIn(body),
      expectedRevision: body.expected_revision,
    });
    return toNetworkRecord(await this.networks.read(principal, networkId));
  }
}

function settingsIn(body: Asked<typeof api.changeNetwork>['body']): Partial<NetworkSettings> {
  const settings = {
    identityVisibility: body.identity_visibility,
    disputeAcknowledgeDays: body.dispute_acknowledge_days,
    disputeDecideDays: body.dispute_decide_days,
    recordsOfLeavers: body.records_of_leavers,
    policyChanges: body.policy_changes,
    clientTokenBinding: body.client_token_binding,
  };
  return Object.fromEntries(
    Object.entries(settings).filter(([, setting]) => setting !== undefined),
  );
}

function toNetworkRecord(network: NetworkOfCaller): api.AnswerOf<typeof api.readNetwork> {
  return {
    network_id: network.id,
    name: network.name,
    country: network.country,
    identity_visibility: network.identityVisibility,
    dispute_acknowledge_days: network.disputeAcknowledgeDays,
    dispute_decide_days: network.disputeDecideDays,
    records_of_leavers: network.recordsOfLeavers,
    policy_changes: network.policyChanges,
    client_token_binding: network.clientTokenBinding,
    direct_changes_requested_by: network.roles.includes('governor')
      ? network.directChangesRequestedBy
      : null,
    roles: network.roles,
    created_at: network.createdAt.toISOString(),
    revision: network.revision,
  };
}

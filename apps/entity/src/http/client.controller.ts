import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { afterCursor, Asked, Caller, Handles, idPage } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { ClientRepository, type ClientWithAccount } from '../storage/client-repository.js';
import { AdministerClients } from '../use-cases/administer-clients.js';

@Controller()
export class ClientController {
  constructor(
    private readonly administration: AdministerClients,
    private readonly clients: ClientRepository,
  ) {}

  @Handles(api.listClients)
  async list(@Caller() principal: Principal, @Asked() { query }: Asked<typeof api.listClients>) {
    const after = afterCursor(query.cursor);
    const clients = await this.clients.list(principal.entity_id, { limit: query.limit, after });
    return idPage(clients, { after, idOf: ({ accountId }) => accountId, show: toClientRecord });
  }

  @Handles(api.registerClient)
  async register(
    @Caller() principal: Principal,
    @Asked() { body }: Asked<typeof api.registerClient>,
  ) {
    const client = await this.administration.register(principal, body.subject, {
      clientId: body.client_id,
      name: body.name,
      permissions: body.permissions,
      networkIds: body.network_ids,
      addresses: body.addresses ?? null,
      tokenBinding: body.token_binding,
    });
    return toClientRecord(client);
  }

  @Handles(api.removeClient)
  async remove(@Caller() principal: Principal, @Asked() { path }: Asked<typeof api.removeClient>) {
    return toClientRecord(await this.administration.remove(principal, path.account_id));
  }
}

function toClientRecord(client: ClientWithAccount): api.AnswerOf<typeof api.registerClient> {
  return {
    account_id: client.accountId,
    subject: client.subject,
    client_id: client.clientId,
    name: client.name,
    permissions: client.permissions,
    network_ids: client.networkIds,
    addresses: client.addresses,
    token_binding: client.tokenBinding,
    status: client.status,
    registered_by: client.registeredBy,
    registered_at: client.registeredAt.toISOString(),
    removed_at: client.removedAt?.toISOString() ?? null,
  };
}

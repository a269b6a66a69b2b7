import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { afterCursor, Asked, Caller, Handles, idPage } from '@ndx/service';
import { Controller } from '@nestjs/common';
import type { EndpointTerms, NoticeEndpoint } from '../domain/notices/notice-endpoint.js';
import { NoticeEndpoints } from '../storage/notice-endpoints.js';
import { AdministerEndpoints } from '../use-cases/notices/administer-endpoints.js';
import { EndpointSecrets } from '../use-cases/notices/endpoint-secrets.js';

@Controller()
export class NoticeEndpointsController {
  constructor(
    private readonly endpoints: NoticeEndpoints,
    private readonly administer: AdministerEndpoints,
    private readonly secrets: EndpointSecrets,
  ) {}

  @Handles(api.createNoticeEndpoint)
  async create(
    @Caller() principal: Principal,
    @Asked() { body }: Asked<typeof api.createNoticeEndpoint>,
  ) {
    const { algorithm = 'hmac_sha256' } = body;
    const endpoint = await this.administer.create(principal, termsOf(body), algorithm);
    return this.shownWithSecret(endpoint);
  }

  @Handles(api.listNoticeEndpoints)
  async list(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.listNoticeEndpoints>,
  ) {
    const after = afterCursor(query.cursor);
    const listed = await this.endpoints.list(principal, after, query.limit);
    return idPage(listed, { after, idOf: ({ id }) => id, show: (one) => this.shown(one) });
  }

  @Handles(api.readNoticeEndpoint)
  async read(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.readNoticeEndpoint>,
  ) {
    return this.shown(await this.endpoints.load(principal, path.endpoint_id));
  }

  @Handles(api.replaceNoticeEndpoint)
  async replace(
    @Caller() principal: Principal,
    @Asked() { path, body }: Asked<typeof api.replaceNoticeEndpoint>,
  ) {
    const { endpoint_id: id } = path;
    const replaced = await this.administer.replace(principal, id, {
      terms: termsOf(body),
      state: body.state,
      expectedRevision: body.expected_revision,
    });
    return this.shown(replaced);
  }

  @Handles(api.deleteNoticeEndpoint)
  async delete(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.deleteNoticeEndpoint>,
  ) {
    return this.shown(await this.administer.delete(principal, path.endpoint_id));
  }

  @Handles(api.rotateNoticeSecret)
  async rotateSecret(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.rotateNoticeSecret>,
  ) {
    return this.shownWithSecret(await this.administer.rotateSecret(principal, path.endpoint_id));
  }

  private shownWithSecret(endpoint: NoticeEndpoint) {
    return { ...this.shown(endpoint), secret: this.secrets.shownOf(endpoint) };
  }

  private shown(endpoint: NoticeEndpoint) {
    const now = new Date();
    const { previousSecretExpiresAt: expiresAt } = endpoint;
    return {
      endpoint_id: endpoint.id,
      url: endpoint.url,
      network_ids: endpoint.networkIds,
      product_ids: endpoint.productIds,
      kinds: endpoint.kinds,
      window_days: endpoint.windowDays,
      description: endpoint.description,
      state: endpoint.state,
      disabled_by: endpoint.disabledBy,
      algorithm: endpoint.algorithm,
      public_keys: this.secrets.publicKeysOf(endpoint, now),
      previous_secret_expires_at:
        expiresAt !== null && expiresAt > now ? expiresAt.toISOString() : null,
      created_at: endpoint.createdAt.toISOString(),
      revision: endpoint.revision,
    };
  }
}

/** The terms of a request, in which an absent member is null. */
function termsOf(
  body: Asked<typeof api.createNoticeEndpoint | typeof api.replaceNoticeEndpoint>['body'],
): EndpointTerms {
  return {
    url: body.url ?? null,
    networkIds: body.network_ids ?? null,
    productIds: body.product_ids ?? null,
    kinds: body.kinds ?? null,
    windowDays: body.window_days ?? null,
    description: body.description ?? null,
  };
}

import {
  newId,
  NoticeEndpointChanged,
  requireRevision,
  type NoticeEndpointChange,
  type NoticeEndpointState,
  type Principal,
  type WebhookAlgorithm,
} from '@ndx/contracts';
import { Transactions, type Transaction } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import {
  disabledByReceiver,
  withSecret,
  withTerms,
  type EndpointTerms,
  type NoticeEndpoint,
} from '../../domain/notices/notice-endpoint.js';
import { NoticeEndpoints } from '../../storage/notice-endpoints.js';
import { CheckEndpointTerms } from './check-endpoint-terms.js';
import { EndpointSecrets } from './endpoint-secrets.js';

export interface EndpointReplacement {
  readonly terms: EndpointTerms;
  readonly state: NoticeEndpointState;
  readonly expectedRevision: number | undefined;
}

/** The changes of an institution's notice endpoints. */
@Injectable()
export class AdministerEndpoints {
  constructor(
    private readonly transactions: Transactions,
    private readonly endpoints: NoticeEndpoints,
    private readonly terms: CheckEndpointTerms,
    private readonly secrets: EndpointSecrets,
  ) {}

  /** @throws VALIDATION_ERROR, PERMISSION_DENIED, RESOURCE_CONFLICT */
  create(
    principal: Principal,
    terms: EndpointTerms,
    algorithm: WebhookAlgorithm,
  ): Promise<NoticeEndpoint> {
    this.terms.check(principal, terms);
    const endpoint: NoticeEndpoint = {
      ...terms,
      id: newId(),
      entityId: principal.entity_id,
      state: 'enabled',
      disabledBy: null,
      algorithm,
      secret: this.secrets.create(algorithm),
      previousSecret: null,
      previousSecretExpiresAt: null,
      createdAt: new Date(),
      revision: 1,
    };
    return this.transactions.run(async (tx) => {
      await this.endpoints.create(tx.manager, endpoint);
      record(tx, 'created', endpoint);
      return endpoint;
    });
  }

  /** @throws VALIDATION_ERROR, PERMISSION_DENIED, RESOURCE_NOT_FOUND, RESOURCE_CONFLICT when it has changed */
  replace(
    principal: Principal,
    id: string,
    { terms, state, expectedRevision }: EndpointReplacement,
  ): Promise<NoticeEndpoint> {
    this.terms.check(principal, terms);
    return this.change(principal, id, 'replaced', (endpoint) => {
      requireRevision('notice endpoint', endpoint, expectedRevision);
      return withTerms(endpoint, terms, state);
    });
  }

  /** @throws RESOURCE_NOT_FOUND */
  rotateSecret(principal: Principal, id: string): Promise<NoticeEndpoint> {
    return this.change(principal, id, 'secret_rotated', (endpoint) =>
      withSecret(endpoint, this.secrets.create(endpoint.algorithm), new Date()),
    );
  }

  /** @throws RESOURCE_NOT_FOUND */
  delete(principal: Principal, id: string): Promise<NoticeEndpoint> {
    return this.transactions.run(async (tx) => {
      const endpoint = await this.endpoints.load(principal, id, tx.manager);
      await this.endpoints.delete(tx.manager, endpoint);
      record(tx, 'deleted', endpoint);
      return endpoint;
    });
  }

  /**
   * The receiver answered 410, so the institution gets nothing at this address. No effect on an
   * endpoint that the institution has changed since.
   */
  disableByReceiver(id: string, url: string): Promise<void> {
    return this.transactions.run(async (tx) => {
      const enabled = await this.endpoints.loadEnabled(tx.manager, id, url);
      if (!enabled) return;
      const endpoint = disabledByReceiver(enabled);
      await this.endpoints.save(tx.manager, endpoint);
      record(tx, 'disabled_by_receiver', endpoint);
    });
  }

  private change(
    principal: Principal,
    id: string,
    change: NoticeEndpointChange,
    changed: (endpoint: NoticeEndpoint) => NoticeEndpoint,
  ): Promise<NoticeEndpoint> {
    return this.transactions.run(async (tx) => {
      const endpoint = changed(await this.endpoints.load(principal, id, tx.manager));
      await this.endpoints.save(tx.manager, endpoint);
      record(tx, change, endpoint);
      return endpoint;
    });
  }
}

/** For the audit log: without the address, whose path can be a secret. */
function record(
  tx: Transaction,
  change: NoticeEndpointChange,
  { id, entityId, state, url }: NoticeEndpoint,
): void {
  tx.publish(NoticeEndpointChanged, {
    endpoint_id: id,
    entity_id: entityId,
    change,
    state,
    receiver_host: url === null ? null : new URL(url).host,
  });
}

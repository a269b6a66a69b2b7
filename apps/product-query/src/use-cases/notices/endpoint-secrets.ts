import type { WebhookAlgorithm } from '@ndx/contracts';
import { CONFIG } from '@ndx/service';
import { Sealer } from '@ndx/sealing';
import { Inject, Injectable } from '@nestjs/common';
import { secretsAt, type NoticeEndpoint } from '../../domain/notices/notice-endpoint.js';
import {
  newWebhookSecret,
  publicWebhookKey,
  sharedSecret,
} from '../../domain/notices/webhook-secret.js';
import type { ProductQueryConfig } from '../../product-query.config.js';

/** The secrets of notice endpoints, which are stored encrypted. */
@Injectable()
export class EndpointSecrets {
  private readonly sealer: Sealer;

  constructor(@Inject(CONFIG) config: ProductQueryConfig) {
    this.sealer = new Sealer(config.SEALING_KEYS);
  }

  /** A new secret, encrypted. */
  create(algorithm: WebhookAlgorithm): string {
    return this.sealer.seal(newWebhookSecret(algorithm));
  }

  /** The secret that its institution needs; null for a key pair. */
  shownOf({ secret }: NoticeEndpoint): string | null {
    return sharedSecret(this.sealer.open(secret));
  }

  /** The public keys that verify the webhooks of an endpoint at a time, the newest first. */
  publicKeysOf(endpoint: NoticeEndpoint, now: Date): readonly string[] {
    return this.openAt(endpoint, now).flatMap((secret) => publicWebhookKey(secret) ?? []);
  }

  /** The secrets with which webhooks are signed at a time, the newest first. */
  openAt(endpoint: Parameters<typeof secretsAt>[0], now: Date): readonly string[] {
    return secretsAt(endpoint, now).map((secret) => this.sealer.open(secret));
  }
}

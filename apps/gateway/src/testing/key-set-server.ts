import { startHttpServer, type TestHttpServer, type TokenIssuer } from '@ndx/testing';

/** Publishes an issuer's keys over HTTP, counts requests, and can fail on demand. */
export class KeySetServer {
  fetches = 0;
  outOfOrder = false;
  /** Returned in place of the issuer's keys. */
  body: object | undefined;
  /** Ids of keys that are no longer published. */
  readonly withdrawn = new Set<string>();

  private constructor(private readonly server: TestHttpServer) {}

  static async start(issuer: TokenIssuer): Promise<KeySetServer> {
    const server = await startHttpServer((request, response) => {
      keySet.fetches += 1;
      if (keySet.outOfOrder) request.socket.destroy();
      else response.end(JSON.stringify(keySet.body ?? { keys: keySet.published(issuer) }));
    });
    const keySet = new KeySetServer(server);
    return keySet;
  }

  private published({ provider }: TokenIssuer) {
    return provider.publishedKeys().filter(({ kid = '' }) => !this.withdrawn.has(kid));
  }

  get url(): string {
    return this.server.url;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}

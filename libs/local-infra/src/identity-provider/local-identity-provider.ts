import { createPrivateKey, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { importJWK, SignJWT, type JWK, type JWTPayload } from 'jose';
import type { Log } from '../log.js';
import { freePort, requireFreePort } from '../ports.js';
import { BrowserSignIn } from './browser-sign-in.js';
import type { IdentityAccount } from './identity-account.js';
import { SIGNING_ALGORITHM, SigningKeys } from './signing-keys.js';
import { requestedAccount } from './token-endpoint.js';

const DEFAULT_LIFETIME_SECONDS = 15 * 60;

export interface LocalIdentityProviderOptions {
  /** Default: a free port. */
  readonly port?: number;
  /** The interface to listen on; by default the loopback, so that no other machine gets tokens. */
  readonly host?: string;
  /** The audience of its tokens, and the name of its key set. */
  readonly clientId: string;
  /** Its own address by default. */
  readonly issuer?: string;
  /** The file that keeps the keys over a restart; without one they are kept in memory. */
  readonly keyFile?: string;
  readonly accounts?: readonly IdentityAccount[];
  /** Addresses of the web console; without any, nobody signs in with a browser. */
  readonly consoleUrls?: readonly string[];
  readonly log: Log;
}

export interface MintOptions {
  /** Seconds from now; negative for a token that has expired. 15 minutes by default. */
  readonly expiresIn?: number;
  /** Seconds from now before which the token is not valid. */
  readonly notBefore?: number;
  readonly issuer?: string;
  readonly audience?: string;
  /** Overrides members of the header; the newest key signs in any case. */
  readonly kid?: string;
}

/**
 * The identity provider of a development machine: it publishes its keys at `GET /<client_id>`
 * (contract 5.3) and issues a token for any named account at `POST /token`. The users of the web
 * console and of the command line sign in with OpenID Connect.
 */
export class LocalIdentityProvider {
  readonly clientId: string;
  readonly issuer: string;
  private readonly accounts: ReadonlyMap<string, IdentityAccount>;
  private readonly signIn: BrowserSignIn | undefined;

  private constructor(
    options: LocalIdentityProviderOptions,
    readonly port: number,
    private readonly keys: SigningKeys,
    private readonly server: Server,
  ) {
    this.clientId = options.clientId;
    this.issuer = options.issuer ?? this.url;
    this.accounts = new Map(options.accounts?.map((account) => [account.name, account]));
    const { consoleUrls = [] } = options;
    if (consoleUrls.length > 0) {
      const { issuer, clientId, accounts } = this;
      const tokenSeconds = DEFAULT_LIFETIME_SECONDS;
      const settings = { issuer, clientId, accounts, consoleUrls, tokenSeconds };
      this.signIn = new BrowserSignIn(settings, () => keys.newestFirst());
    }
  }

  /** @throws LocalInfraError when the port is in use or the key file has no keys */
  static async start(options: LocalIdentityProviderOptions): Promise<LocalIdentityProvider> {
    const port = options.port ?? (await freePort());
    await requireFreePort(port, 'the identity provider');
    const server = createServer();
    const keys = await SigningKeys.open(options.keyFile);
    const provider = new LocalIdentityProvider(options, port, keys, server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      provider.answer(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : new Error(String(error)));
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, options.host ?? '127.0.0.1', resolve);
    });
    options.log(`Identity provider: listening on port ${port}`);
    return provider;
  }

  /** The JWKS base: the keys are at `<url>/<client_id>`. */
  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The public keys, the newest last. */
  publishedKeys(): readonly JWK[] {
    return this.keys.published();
  }

  /** Signs a token with these claims; does not check the account. */
  async mint(claims: JWTPayload, options: MintOptions = {}): Promise<string> {
    const key = this.keys.newest;
    const now = Math.floor(Date.now() / 1000);
    const token = new SignJWT(claims)
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'JWT', kid: options.kid ?? key.kid })
      .setIssuer(options.issuer ?? this.issuer)
      .setAudience(options.audience ?? this.clientId)
      .setIssuedAt(now)
      .setExpirationTime(now + (options.expiresIn ?? DEFAULT_LIFETIME_SECONDS));
    if (options.notBefore !== undefined) token.setNotBefore(now + options.notBefore);
    return token.sign(await importJWK(key, SIGNING_ALGORITHM));
  }

  /** The newest key's signature of any text, for tokens that `mint` cannot produce: base64url. */
  signText(text: string): string {
    const key = createPrivateKey({ key: this.keys.newest, format: 'jwk' });
    return sign('RSA-SHA256', Buffer.from(text), key).toString('base64url');
  }

  /** Switches to a new signing key; the old ones stay published. Returns the new key's id. */
  async rotate(): Promise<string> {
    const { kid } = await this.keys.add();
    this.signIn?.useNewKeys();
    return kid;
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.server.closeAllConnections();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0];
    if (request.method === 'GET' && path === `/${this.clientId}`) {
      reply(response, 200, { keys: this.publishedKeys() });
    } else if (request.method === 'POST' && path === '/token') {
      await this.giveToken(await requestedAccount(request), response);
    } else if (this.signIn) {
      await this.signIn.answer(request, response);
    } else {
      reply(response, 404, { error: 'not_found' });
    }
  }

  private async giveToken(name: string | undefined, response: ServerResponse): Promise<void> {
    const account = this.accounts.get(name ?? '');
    if (account === undefined) {
      const known = [...this.accounts.keys()].join(', ');
      const problem = name === undefined ? 'No account is named' : `There is no account "${name}"`;
      reply(response, 400, {
        error: 'invalid_request',
        error_description: `${problem}. Send account=<name> with one of: ${known}.`,
      });
      return;
    }
    reply(response, 200, {
      access_token: await this.mint({ ...account.claims }),
      token_type: 'Bearer',
      expires_in: DEFAULT_LIFETIME_SECONDS,
    });
  }
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(`${JSON.stringify(body)}\n`);
}

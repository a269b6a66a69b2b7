import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  AdapterFactory,
  Configuration,
  Grant,
  JWK,
  KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import type { IdentityAccount } from './identity-account.js';
import {
  deviceCodePage,
  deviceConfirmationPage,
  messagePage,
  signInPage,
  signOutPage,
} from './sign-in-page.js';
import { SIGNING_ALGORITHM, type SigningKey } from './signing-keys.js';
import { requestedAccount } from './token-endpoint.js';

/** The interface is the only resource server, so a sign-in does not name it. */
const RESOURCE = 'urn:ndx:interface';
const SESSION_SECONDS = 8 * 60 * 60;
const INTERACTION = '/interaction/';
/** The client id of programs on a user's machine, such as the command line. */
export const NATIVE_CLIENT_ID = 'ndx';
/** The client of programs; it gets no tokens here, and tests mint them. */
export const PROGRAM_CLIENT_ID = 'ndx-program';
const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';
const PUBLIC_CLIENT = { token_endpoint_auth_method: 'none' } as const;
const SESSION_GRANTS = ['authorization_code', 'refresh_token'];

export interface BrowserSignInOptions {
  readonly issuer: string;
  /** The client id of the console, and the audience of all tokens. */
  readonly clientId: string;
  /** The addresses of the console, without a slash at the end. */
  readonly consoleUrls: readonly string[];
  readonly tokenSeconds: number;
  readonly accounts: ReadonlyMap<string, IdentityAccount>;
}

/**
 * Sign-in with OpenID Connect for the console (code and PKCE) and for native programs (also with a
 * device code), by the library `oidc-provider`.
 */
export class BrowserSignIn {
  /** In memory: a restart ends the sessions, and new keys do not. */
  private storage: AdapterFactory | undefined;
  private readonly cookieKey = randomBytes(32).toString('base64url');
  private provider: Promise<Provider> | undefined;

  constructor(
    private readonly options: BrowserSignInOptions,
    /** The newest key first. */
    private readonly signingKeys: () => readonly SigningKey[],
  ) {}

  /** Signs with the current keys from now on; sessions continue. */
  useNewKeys(): void {
    this.provider = undefined;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Loaded by the first sign-in, because a quarter of a second is long for a spec without one.
    this.provider ??= this.createProvider();
    const provider = await this.provider;
    if (request.url?.startsWith(INTERACTION) === true) {
      await this.interact(provider, request, response);
    } else {
      await provider.callback()(request, response);
    }
  }

  /** Shows the accounts, or signs in with the selected one. */
  private async interact(
    provider: Provider,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { accounts } = this.options;
    if (request.method === 'POST') {
      const accountId = await requestedAccount(request);
      if (accountId !== undefined && accounts.has(accountId)) {
        // A native client must show the user each sign-in (RFC 8252, section 8.6): this page does.
        const result = { login: { accountId }, consent: {} };
        await provider.interactionFinished(request, response, result);
        return;
      }
    }
    const { uid } = await provider.interactionDetails(request, response);
    response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' });
    response.end(signInPage(`${INTERACTION}${uid}`, accounts.values()));
  }

  private async createProvider(): Promise<Provider> {
    const { Provider: OidcProvider } = await import('oidc-provider/lib/provider.js');
    const { createMemoryAdapter } = await import('oidc-provider/lib/adapters/memory_adapter.js');
    this.storage ??= createMemoryAdapter();
    return new OidcProvider(this.options.issuer, this.configuration(this.storage));
  }

  private configuration(adapter: AdapterFactory): Configuration {
    const { clientId, consoleUrls, tokenSeconds } = this.options;
    return {
      adapter,
      clients: [
        {
          ...PUBLIC_CLIENT,
          client_id: clientId,
          grant_types: SESSION_GRANTS,
          redirect_uris: consoleUrls.map((url) => `${url}/signed-in`),
          post_logout_redirect_uris: consoleUrls.map((url) => `${url}/`),
        },
        {
          ...PUBLIC_CLIENT,
          client_id: NATIVE_CLIENT_ID,
          application_type: 'native',
          grant_types: [...SESSION_GRANTS, DEVICE_CODE],
          // A native client may use any port of the loopback address (RFC 8252).
          redirect_uris: ['http://127.0.0.1/callback'],
        },
      ],
      jwks: { keys: this.signingKeys().map(asSigningKey) },
      cookies: { keys: [this.cookieKey] },
      // `/token` is the endpoint that needs nothing but an account name.
      routes: { authorization: '/authorize', token: '/oauth/token', end_session: '/sign-out' },
      interactions: { url: (_context, { uid }) => `${INTERACTION}${uid}` },
      pkce: { required: () => true },
      clientBasedCORS: () => true,
      issueRefreshToken: async () => true,
      // The account id of the library is the account's name, which is unique.
      findAccount: (_context, name) => ({ accountId: name, claims: () => ({ sub: name }) }),
      loadExistingGrant: grantWithoutConsent,
      formats: {
        customizers: {
          jwt: (_context, token, { payload }) => {
            if (token.kind === 'AccessToken') Object.assign(payload, this.claimsOf(token));
          },
        },
      },
      renderError: (context, { error, error_description: description = '' }) => {
        context.type = 'html';
        context.body = messagePage('Sign-in failed', [description, `Error: ${error}`]);
      },
      ttl: {
        AccessToken: tokenSeconds,
        AuthorizationCode: 60,
        DeviceCode: 10 * 60,
        IdToken: tokenSeconds,
        RefreshToken: SESSION_SECONDS,
        Interaction: 60 * 60,
        Session: SESSION_SECONDS,
        Grant: SESSION_SECONDS,
      },
      features: {
        devInteractions: { enabled: false },
        userinfo: { enabled: false },
        deviceFlow: {
          enabled: true,
          userCodeInputSource: (context, form, _out, error) => {
            context.body = deviceCodePage(form, error !== undefined);
          },
          userCodeConfirmSource: (context, form, _client, _device, userCode) => {
            context.body = deviceConfirmationPage(form, userCode);
          },
          successSource: (context) => {
            context.body = messagePage('Signed in', ['Return to the terminal.']);
          },
        },
        resourceIndicators: {
          enabled: true,
          defaultResource: () => RESOURCE,
          useGrantedResource: () => true,
          getResourceServerInfo: () => ({
            scope: 'openid',
            audience: clientId,
            accessTokenFormat: 'jwt',
            accessTokenTTL: tokenSeconds,
            jwt: { sign: { alg: SIGNING_ALGORITHM } },
          }),
        },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (context, form) => {
            context.body = signOutPage(form);
          },
          postLogoutSuccessSource: (context) => {
            context.body = messagePage('Signed out', ['You can close this page.']);
          },
        },
      },
    };
  }

  private claimsOf({ accountId }: { readonly accountId: string }): object {
    return { ...this.options.accounts.get(accountId)?.claims };
  }
}

/** Permits a client what it asks for, without a page of consent. */
async function grantWithoutConsent({ oidc }: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, session, provider } = oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid offline_access');
  grant.addResourceScope(RESOURCE, 'openid');
  await grant.save();
  return grant;
}

function asSigningKey(key: SigningKey): JWK {
  return { ...key, alg: SIGNING_ALGORITHM, use: 'sig' };
}

import {
  ErrorResponse,
  InMemoryWebStorage,
  User,
  UserManager,
  WebStorageStateStore,
} from 'oidc-client-ts';
import { userNameIn } from '../parts/user-name.js';
import type { ConsoleConfig } from './console-config.js';
import { keepSessionOnReload, takeSession } from './kept-session.js';

const BASE = new URL(import.meta.env.BASE_URL, location.origin);
const RETURN = new URL('signed-in', BASE);

/**
 * Sign-in at the identity provider, with authorization code and PKCE. Tokens stay in memory, of a
 * service worker during a reload; without it, a reload signs in again, without a question while the
 * provider's session lasts. The session storage has only the state of a sign-in that has not returned.
 */
export class SignIn {
  private readonly manager: UserManager;
  private renewal: Promise<string> | undefined;
  /** The user for a reload; none while the page leaves for the identity provider. */
  private user: User | undefined;

  constructor({ authority, clientId, scope }: ConsoleConfig) {
    this.manager = new UserManager({
      authority,
      client_id: clientId,
      redirect_uri: RETURN.href,
      post_logout_redirect_uri: BASE.href,
      scope,
      userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
      stateStore: new WebStorageStateStore({ store: sessionStorage }),
      automaticSilentRenew: false,
    });
    this.manager.events.addUserLoaded((user) => {
      this.user = user;
    });
  }

  /**
   * Continues the session of a reload, completes a sign-in that returned, or begins one; resolves only
   * when the user is signed in.
   */
  async require(): Promise<void> {
    if (location.pathname !== RETURN.pathname) {
      const kept = await takeSession();
      if (kept === undefined) return this.begin();
      this.user = User.fromStorageString(kept);
      return this.manager.storeUser(this.user);
    }
    const { state } = await this.manager.signinRedirectCallback();
    const page = typeof state === 'string' && state.startsWith(BASE.pathname) ? state : BASE.href;
    history.replaceState(null, '', page);
  }

  /** The name of the signed-in user. */
  userName(): string | undefined {
    return this.user && userNameIn(this.user.profile);
  }

  /** Lets a reload continue the session; resolves when it can. */
  keepOnReload(): Promise<void> {
    return keepSessionOnReload(() => this.user?.toStorageString());
  }

  /** Leaves the page. */
  async begin(): Promise<never> {
    this.user = undefined;
    const { pathname, search, hash } = location;
    const state = pathname === RETURN.pathname ? BASE.pathname : `${pathname}${search}${hash}`;
    await this.manager.signinRedirect({ state });
    return leaving();
  }

  /** Leaves the page. */
  async signOut(): Promise<never> {
    this.user = undefined;
    await this.manager.signoutRedirect();
    return leaving();
  }

  /** An access token for the next request; for the client of the API. */
  readonly token = async (rejected?: string): Promise<string> => {
    const user = await this.manager.getUser();
    if (user && user.expired === false && user.access_token !== rejected) return user.access_token;
    this.renewal ??= this.renew(user).finally(() => {
      this.renewal = undefined;
    });
    return this.renewal;
  };

  private async renew(user: User | null): Promise<string> {
    if (user?.refresh_token === undefined) return this.begin();
    const renewed = await this.manager.signinSilent().catch((error: unknown) => {
      // The session at the provider has ended.
      if (error instanceof ErrorResponse) return this.begin();
      throw error;
    });
    return renewed === null ? this.begin() : renewed.access_token;
  }
}

/** The browser is loading another page. */
function leaving(): Promise<never> {
  return new Promise(() => undefined);
}

/** The settings that the server gives to the page, at `config.json` beside it. */
export interface ConsoleConfig {
  /** The identity provider: the base of its OpenID Connect discovery document. */
  readonly authority: string;
  readonly clientId: string;
  /** The scopes to request at sign-in, with spaces. */
  readonly scope: string;
  /** The address of the gateway: the one that served the page, unless the settings name another. */
  readonly gatewayUrl: string;
  /** The metrics dashboard of the deployment. */
  readonly dashboardUrl: string | undefined;
}

/** @throws Error when the settings cannot be read */
export async function readConsoleConfig(): Promise<ConsoleConfig> {
  const url = new URL(`${import.meta.env.BASE_URL}config.json`, location.origin);
  const response = await fetch(url, { cache: 'no-store' });
  if (!response.ok) throw new Error(`${url.pathname} returned ${response.status}`);
  const settings = (await response.json()) as Readonly<Record<string, unknown>>;
  const { authority, client_id, gateway_url = location.origin, dashboard_url } = settings;
  const { scope = 'openid offline_access' } = settings;
  const values = [authority, client_id, gateway_url, scope];
  if (!values.every((value) => typeof value === 'string')) {
    throw new Error(`${url.pathname} does not name authority and client_id`);
  }
  const [authorityText = '', clientId = '', gatewayUrl = '', scopeText = ''] = values;
  const dashboardUrl = typeof dashboard_url === 'string' ? dashboard_url : undefined;
  return { authority: authorityText, clientId, scope: scopeText, gatewayUrl, dashboardUrl };
}

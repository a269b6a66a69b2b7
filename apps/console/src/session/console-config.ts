/** The settings that the server gives to the page: in the page, or at `config.json` beside it. */
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
  /** The address of the log lines of a request, with `{request_id}`. */
  readonly logsUrl: string | undefined;
  /** The name and the logo of the deployment. */
  readonly name: string;
  readonly logoUrl: string | undefined;
}

const DEFAULT_NAME = 'Data network';

/** @throws Error when the settings cannot be read */
export async function readConsoleConfig(): Promise<ConsoleConfig> {
  const settings = settingsInPage() ?? (await settingsBesidePage());
  const { authority, client_id, gateway_url = location.origin, dashboard_url } = settings;
  const { scope = 'openid offline_access', name = DEFAULT_NAME, logo_url, logs_url } = settings;
  const values = [authority, client_id, gateway_url, scope];
  if (!values.every((value) => typeof value === 'string')) {
    throw new Error('the settings do not name authority and client_id');
  }
  const [authorityText = '', clientId = '', gatewayUrl = '', scopeText = ''] = values;
  const dashboardUrl = typeof dashboard_url === 'string' ? dashboard_url : undefined;
  return {
    ...{ authority: authorityText, clientId, scope: scopeText, gatewayUrl, dashboardUrl },
    name: typeof name === 'string' ? name : DEFAULT_NAME,
    logsUrl: typeof logs_url === 'string' ? logs_url : undefined,
    logoUrl: typeof logo_url === 'string' ? logo_url : undefined,
  };
}

type Settings = Readonly<Record<string, unknown>>;

/** The gateway writes them into the page, which saves a request. */
function settingsInPage(): Settings | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="console-config"]');
  return meta === null ? undefined : (JSON.parse(meta.content) as Settings);
}

async function settingsBesidePage(): Promise<Settings> {
  const url = new URL(`${import.meta.env.BASE_URL}config.json`, location.origin);
  const response = await fetch(url, { cache: 'no-store' });
  if (!response.ok) throw new Error(`${url.pathname} returned ${response.status}`);
  return (await response.json()) as Settings;
}

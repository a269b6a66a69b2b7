import { finding, type Finding } from '@ndx/service';
import { describeError } from '@ndx/contracts';
import { keySetUrl } from '../authentication/authentication.module.js';
import type { KeySet } from '../authentication/key-set.js';
import type { GatewayConfig } from '../gateway.config.js';

const TIMEOUT_MS = 5_000;
/** The gateway rejects a token that is issued later than this in its future. */
const CLOCK_TOLERANCE_MS = 60_000;

/** The members of a discovery document that are compared (OpenID Connect Discovery 1.0, 3). */
interface Discovery {
  readonly issuer?: unknown;
  readonly jwks_uri?: unknown;
}

/** Checks the key set, the issuer and the clock of the identity provider. */
export async function checkProvider(
  config: GatewayConfig,
  keySet: KeySet,
  refused: readonly string[],
): Promise<readonly Finding[]> {
  const variable = config.JWKS_URI === '' ? 'JWKS_URL' : 'JWKS_URI';
  const findings = [await finding(variable, () => checkKeySet(config, keySet, refused))];
  const address = `${config.TOKEN_ISSUER.replace(/\/$/, '')}/.well-known/openid-configuration`;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`it answers ${response.status}`);
    const document = (await response.json()) as Discovery;
    return [...findings, ...compare(config, document), ...checkClock(response)];
  } catch (error) {
    const text = `its discovery document cannot be compared: ${describeError(error)} (${address})`;
    return [...findings, { subject: 'TOKEN_ISSUER', state: 'warning', text }];
  }
}

async function checkKeySet(
  config: GatewayConfig,
  keySet: KeySet,
  refused: readonly string[],
): Promise<Omit<Finding, 'subject'>> {
  const address = keySetUrl(config);
  const problem = await keySet.problem();
  if (problem !== undefined) return { state: 'failed', text: `${problem} (${address})` };
  if (refused.length > 0) {
    return { state: 'warning', text: `keys that are not used: ${refused.join('; ')}` };
  }
  return { state: 'ok', text: `the key set has usable keys (${address})` };
}

function compare(config: GatewayConfig, document: Discovery): readonly Finding[] {
  const { TOKEN_ISSUER: issuer, JWKS_URI: keys } = config;
  const isIssuer = document.issuer === issuer;
  const issuers: Finding = {
    subject: 'TOKEN_ISSUER',
    state: isIssuer ? 'ok' : 'failed',
    text: isIssuer
      ? 'the provider states the same issuer'
      : `the provider states the issuer ${String(document.issuer)}, and not ${issuer}`,
  };
  if (keys === '' || document.jwks_uri === keys) return [issuers];
  const text = `the provider states the key set ${String(document.jwks_uri)}, and not ${keys}`;
  return [issuers, { subject: 'JWKS_URI', state: 'warning', text }];
}

/** Compares the clock of this machine with the `Date` of a response, in seconds. */
function checkClock(response: Response): readonly Finding[] {
  const date = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(date)) return [];
  const seconds = Math.round((date - Date.now()) / 1_000);
  const state = Math.abs(seconds) * 1_000 < CLOCK_TOLERANCE_MS ? 'ok' : 'failed';
  const direction = seconds > 0 ? 'ahead of' : 'behind';
  const text =
    state === 'ok'
      ? 'agrees with the clock of the provider'
      : `the clock of the provider is ${Math.abs(seconds)} s ${direction} the clock of this machine`;
  return [{ subject: 'clock', state, text }];
}

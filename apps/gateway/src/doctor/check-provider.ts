import { finding, type Finding } from '@ndx/service';
import { describeError } from '@ndx/contracts';
import { keySetLocation } from '../authentication/authentication.module.js';
import { discoveryUrl, readDiscovery, type Discovery } from '../authentication/discovery.js';
import type { KeySet } from '../authentication/key-set.js';
import type { GatewayConfig } from '../gateway.config.js';

/** The gateway rejects a token that is issued later than this in its future. */
const CLOCK_TOLERANCE_MS = 60_000;

/** Checks the key set, the issuer and the clock of the identity provider. */
export async function checkProvider(
  config: GatewayConfig,
  keySet: KeySet,
  refused: readonly string[],
): Promise<readonly Finding[]> {
  const findings = [
    await finding(keySetSubject(config), () => checkKeySet(config, keySet, refused)),
  ];
  try {
    const discovery = await readDiscovery(config.TOKEN_ISSUER);
    return [...findings, ...compare(config, discovery), ...checkClock(discovery)];
  } catch (error) {
    const address = discoveryUrl(config.TOKEN_ISSUER);
    const text = `its discovery document cannot be compared: ${describeError(error)} (${address})`;
    return [...findings, { subject: 'TOKEN_ISSUER', state: 'warning', text }];
  }
}

/** The variable with the address of the key set, if there is one. */
function keySetSubject({ JWKS_URI, JWKS_URL }: GatewayConfig): string {
  if (JWKS_URI !== '') return 'JWKS_URI';
  return JWKS_URL === '' ? 'key set' : 'JWKS_URL';
}

async function checkKeySet(
  config: GatewayConfig,
  keySet: KeySet,
  refused: readonly string[],
): Promise<Omit<Finding, 'subject'>> {
  const address = await keySetLocation(config)();
  const problem = await keySet.problem();
  if (problem !== undefined) return { state: 'failed', text: `${problem} (${address})` };
  if (refused.length > 0) {
    return { state: 'warning', text: `keys that are not used: ${refused.join('; ')}` };
  }
  return { state: 'ok', text: `the key set has usable keys (${address})` };
}

function compare(config: GatewayConfig, { document }: Discovery): readonly Finding[] {
  const { TOKEN_ISSUER: issuer, JWKS_URI: keys } = config;
  const { issuer: stated, jwks_uri: address } = document;
  const isIssuer = stated === issuer;
  const issuers: Finding = {
    subject: 'TOKEN_ISSUER',
    state: isIssuer ? 'ok' : 'failed',
    text: isIssuer
      ? 'the provider states the same issuer'
      : `the provider states the issuer ${String(stated)}, and not ${issuer}`,
  };
  if (keys === '' || address === keys) return [issuers];
  const text = `the provider states the key set ${String(address)}, and not ${keys}`;
  return [issuers, { subject: 'JWKS_URI', state: 'warning', text }];
}

/** Compares the clock of this machine with the `Date` of a response, in seconds. */
function checkClock({ date: stated }: Discovery): readonly Finding[] {
  const date = Date.parse(stated ?? '');
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

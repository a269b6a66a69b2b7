import {
  calculatePKCECodeChallenge,
  initiateDeviceAuthorization,
  pollDeviceAuthorizationGrant,
  randomPKCECodeVerifier,
  type Configuration,
} from 'openid-client';
import { CliError } from '../cli-error.js';
import { explained, tokensOf, type Tokens } from './identity-provider.js';

export interface DeviceOptions {
  /** Parameters of the authorization request. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Shows the address and the code that the user enters there. */
  readonly show: (address: string, code: string) => void;
}

/**
 * Signs in with a browser on another machine (RFC 8628). It sends PKCE, which Keycloak demands here too
 * from a client that needs it; a provider ignores parameters that it does not know (RFC 6749, 3.1).
 * @throws CliError when the provider does not offer it or refuses, or the code expires
 */
export async function deviceCode(
  provider: Configuration,
  { parameters, show }: DeviceOptions,
): Promise<Tokens> {
  if (provider.serverMetadata().device_authorization_endpoint === undefined) {
    throw new CliError('authentication', 'the identity provider offers no device code', {
      hint: 'Log in without --device, on a machine with a browser.',
    });
  }
  return explained(async () => {
    const code_verifier = randomPKCECodeVerifier();
    const device = await initiateDeviceAuthorization(provider, {
      ...parameters,
      code_challenge: await calculatePKCECodeChallenge(code_verifier),
      code_challenge_method: 'S256',
    });
    show(device.verification_uri_complete ?? device.verification_uri, device.user_code);
    return tokensOf(await pollDeviceAuthorizationGrant(provider, device, { code_verifier }));
  });
}

import { signingKeyOf, type ServiceSettings } from './infrastructure.js';
import { PRINCIPAL_HEADER, PrincipalSigner } from '../principal/signed-principal.js';

/** The key of a service that calls others in its own name. */
export function signerOf(settings: ServiceSettings): PrincipalSigner | undefined {
  const key = signingKeyOf(settings);
  return key && new PrincipalSigner(settings.definition.name, key);
}

/**
 * The headers of the calls that a service makes in its own name; signed again before they expire.
 */
export function ownHeaders(settings: ServiceSettings): () => Record<string, string> {
  const signer = signerOf(settings);
  if (!signer) throw new Error(`${settings.definition.name} calls no service in its own name`);
  return () => ({ [PRINCIPAL_HEADER]: signer.ourselves() });
}

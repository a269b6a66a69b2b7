import { invalid, type PayloadOf, type Witness, type WitnessesChanged } from '@ndx/contracts';
import { parseVerifierKey } from '@ndx/proof';

/** The witnesses of the audit logs of a network. */
export interface NetworkWitnesses {
  /** The network. */
  readonly id: string;
  readonly witnesses: readonly Witness[];
  /** The institution of the governor who set them. */
  readonly entityId: string;
  readonly revision: number;
}

/**
 * @param origins the origins that the operator allows: services send requests to them
 * @throws VALIDATION_ERROR
 */
export function requireWitnesses(witnesses: readonly Witness[], origins: readonly string[]): void {
  const names = witnesses.map(({ verifier_key: key }) => nameOf(key));
  if (new Set(names).size < names.length) {
    throw invalid('invalid_value', 'two witnesses have the same name');
  }
  const refused = witnesses.find(({ url }) => !isAllowed(url, origins));
  if (refused) {
    throw invalid('invalid_value', 'the operator does not allow a witness with this url');
  }
}

export function stateOfWitnesses(set: NetworkWitnesses): PayloadOf<typeof WitnessesChanged> {
  return {
    network_id: set.id,
    entity_id: set.entityId,
    witnesses: set.witnesses.map(({ verifier_key, url }) => ({ verifier_key, url })),
    revision: set.revision,
  };
}

function nameOf(text: string): string {
  try {
    const { name, type } = parseVerifierKey(text);
    if (type === 'cosignature') return name;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw invalid('invalid_value', 'a verifier_key is not an Ed25519 key of cosignatures');
}

function isAllowed(url: string, origins: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, username, search, hash } = new URL(url);
  return origins.includes(origin) && username + search + hash === '';
}

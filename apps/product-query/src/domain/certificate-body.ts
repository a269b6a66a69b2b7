import type { Product } from '@ndx/catalog';
import { stableId, type PermissiblePurpose } from '@ndx/contracts';
import type { Assembly } from './assemble-certificate.js';

export interface CertificateHead {
  readonly businessId: string;
  readonly certificateId: string;
  readonly queryEventId: string;
  /** The listed networks in their order; the first is the contract's. */
  readonly networks: readonly GovernedNetwork[];
  readonly consentId: string | null;
  readonly permissiblePurpose: PermissiblePurpose | null;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
}

/** A network with the policy that governed it. */
export interface GovernedNetwork {
  readonly networkId: string;
  /** Null for the product's built-in default. */
  readonly policyId: string | null;
  readonly policyVersion: number | null;
}

const builtInPolicyIds = new Map<string, string>();

/** The id under which a product's built-in default policy shows in a result; hashed once. */
function builtInPolicyId(productSlug: string): string {
  const known = builtInPolicyIds.get(productSlug) ?? stableId('built-in-policy', productSlug);
  builtInPolicyIds.set(productSlug, known);
  return known;
}

/**
 * The body of a certificate as JSON text (contract 2.8). Sections are put in as the text that
 * they are stored as: they are never parsed on their way when nothing is removed from them.
 */
export function certificateBody(
  product: Product,
  head: CertificateHead,
  assembly: Assembly,
): string {
  const networks = head.networks.map(({ networkId, policyId, policyVersion }) => ({
    network_id: networkId,
    policy_id: policyId ?? builtInPolicyId(product.slug),
    policy_version: policyVersion,
  }));
  const meta = JSON.stringify({
    network_id: networks[0]?.network_id,
    policy_id: networks[0]?.policy_id,
    networks,
    consent_id: head.consentId,
    permissible_purpose: head.permissiblePurpose,
    issued_at: new Date(head.issuedAt).toISOString(),
  });
  const sections = product.models.map(({ name }) => `"${name}":${sectionText(assembly, name)}`);
  return (
    `{"business_id":"${head.businessId}","certificate_id":"${head.certificateId}",` +
    `"query_event_id":"${head.queryEventId}","result":{"meta":${meta},${sections.join(',')}}}`
  );
}

function sectionText(assembly: Assembly, model: string): string {
  const section = assembly.get(model);
  if (!section) return 'null';
  const { furnishingEntityId, attestationId } = section.candidate;
  const attestation = attestationId === null ? 'null' : `"${attestationId}"`;
  return `{${section.text},"furnishing_entity_id":"${furnishingEntityId}","attestation_id":${attestation}}`;
}

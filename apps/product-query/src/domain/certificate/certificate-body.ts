import { builtInPolicyId, type Product } from '@ndx/catalog';
import type { PermissiblePurpose } from '@ndx/contracts';
import type { Assembly } from './assemble-certificate.js';
import { disputedParts } from './disputed-parts.js';
import { businessOf } from './stated-business.js';

export interface CertificateHead {
  readonly businessId: string;
  readonly certificateId: string;
  readonly queryEventId: string;
  /** The requested networks in their order; the first one is the contract's `network_id`. */
  readonly networks: readonly GovernedNetwork[];
  readonly consentId: string | null;
  readonly permissiblePurpose: PermissiblePurpose | null;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
}

/** A network with its effective policy. */
export interface GovernedNetwork {
  readonly networkId: string;
  /** Null for the product's built-in default. */
  readonly policyId: string | null;
  readonly policyVersion: number | null;
}

/**
 * The body of a certificate as JSON text (contract 2.8). Sections are inserted as stored text:
 * they are not parsed when nothing is removed from them.
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
    business: businessOf(assembly.values()),
    ...disputedParts(assembly),
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

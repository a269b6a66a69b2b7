import { createHash } from 'node:crypto';

/** A certificate as its row had it; one line of an archive file. */
export interface ArchivedCertificate {
  readonly certificate_id: string;
  readonly query_event_id: string;
  /** The querying institution. */
  readonly entity_id: string;
  readonly network_ids: readonly string[];
  readonly policy_id: string | null;
  readonly policy_version: number | null;
  readonly consent_id: string | null;
  readonly record_ids: readonly string[];
  /** ISO 8601, UTC. */
  readonly issued_at: string;
  /** SHA-256 of the body: `certificate_sha256` in the evidence of the query. */
  readonly body_sha256: string;
  /** The answer of the query, byte for byte. */
  readonly body: string;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The id of the certificate in a line, without reading the rest of it. */
export function idIn(line: string): string {
  return /^\{"certificate_id":"([0-9a-f-]{36})"/.exec(line)?.[1] ?? '';
}

/** @throws Error when the line has no certificate, or a body with another digest */
export function archivedCertificateOf(line: string): ArchivedCertificate {
  const certificate = JSON.parse(line) as ArchivedCertificate;
  if (sha256(certificate.body) !== certificate.body_sha256) {
    throw new Error(`the body of certificate ${certificate.certificate_id} is altered`);
  }
  return certificate;
}

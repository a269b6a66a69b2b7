import { kybCertificate, type Dataset } from '@ndx/catalog';
import type { ApiClient } from '../network/api-client.js';
import { listAll, succeed } from '../network/expect-answer.js';

const PATH = '/v1/institution-attestation';

/** What an institution attests to: the certificate by default, or a template. */
type Attested = Pick<Dataset, 'id'>;

/** Attests to it, unless an attestation of the institution is active. */
export async function ensureAttestation(
  institution: ApiClient,
  attested: Attested = kybCertificate,
): Promise<void> {
  if (await isAttestedAt(institution, Date.now(), attested)) return;
  await succeed(
    institution.post(PATH, {
      product_id: attested.id,
      signed_by_name: 'Compliance office',
      signed_by_title: 'Head of compliance',
      attestation_data: {},
    }),
  );
}

/** Whether an active attestation of the institution is still in force at a time, in milliseconds. */
export async function isAttestedAt(
  institution: ApiClient,
  time: number,
  { id }: Attested = kybCertificate,
): Promise<boolean> {
  const attestations = await listAll(institution, `${PATH}?product_id=${id}&`);
  return attestations.some(
    ({ status, expires_at }) => status === 'active' && Date.parse(String(expires_at)) > time,
  );
}

import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../app/reads.js';
import { Loaded } from '../parts/loaded.js';
import { BackLink } from '../parts/back-link.js';
import { Page } from '../parts/page.js';
import { Id } from '../parts/values.js';
import { AttestationTable } from './attestation-table.js';

const route = getRouteApi('/attestations/$attestationId');

/** One attestation of the institution. */
export function AttestationPage() {
  const { attestationId } = route.useParams();
  const attestation = useRead('readAttestation', { path: { attestation_id: attestationId } });
  return (
    <Page
      back={<BackLink to="/attestations" label="All attestations" />}
      title="Attestation"
      about={<Id value={attestationId} whole />}
    >
      <Loaded query={attestation}>{(found) => <AttestationTable attestations={[found]} />}</Loaded>
    </Page>
  );
}

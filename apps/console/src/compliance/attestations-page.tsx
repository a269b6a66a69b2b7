import { SegmentedControl, Stack } from '@mantine/core';
import { eachItem } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { Loaded } from '../parts/loaded.js';
import { Page } from '../parts/page.js';
import { useSession } from '../session/session.js';
import { ATTESTATION_STATUSES } from './attestation-search.js';
import { AttestationTable } from './attestation-table.js';
import { AttestButton } from './attest-button.js';

const route = getRouteApi('/attestations');

/** The attestations of the institution and their expiry (contract 2.5). */
export function AttestationsPage() {
  const { ndx } = useApi();
  const { may } = useSession();
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const attestations = useQuery({
    queryKey: ['attestations'],
    queryFn: () => Array.fromAsync(eachItem(ndx.listAttestations, {})),
  });
  return (
    <Page
      title="Attestations"
      about="What your institution attests to. An attestation is valid for 12 months; the newest active one of a product is the current one."
      actions={may('attestation:write') && may('policy:read') && <AttestButton />}
    >
      <Stack gap="sm" align="stretch">
        <SegmentedControl
          aria-label="Status"
          style={{ alignSelf: 'flex-start' }}
          value={status ?? 'all'}
          data={[
            { value: 'all', label: 'All' },
            ...ATTESTATION_STATUSES.map((value) => ({
              value,
              label: value.charAt(0).toUpperCase() + value.slice(1),
            })),
          ]}
          onChange={(value) =>
            navigate({
              search: (search) => ({
                ...search,
                status: ATTESTATION_STATUSES.find((one) => one === value),
              }),
            })
          }
        />
        <Loaded query={attestations}>
          {(found) => (
            <AttestationTable
              attestations={found
                .filter((one) => status === undefined || one.status === status)
                .toReversed()}
            />
          )}
        </Loaded>
      </Stack>
    </Page>
  );
}

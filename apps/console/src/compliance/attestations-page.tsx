import { Group, Stack, Textarea, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { useCount, useList } from '../app/reads.js';
import { AddressSegments } from '../parts/address-filter.js';
import { FormButton } from '../parts/form-button.js';
import { moreOf, useListOrder } from '../parts/list-order.js';
import { Listed } from '../parts/listed.js';
import { Loaded } from '../parts/loaded.js';
import { Page } from '../parts/page.js';
import { SavedViews } from '../parts/saved-views.js';
import { ProductSelect } from '../parts/product-select.js';
import { useProducts } from '../parts/use-products.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { ATTESTATION_STATUSES } from './attestation-search.js';
import { AttestationTable } from './attestation-table.js';
import { endOfSoon, ENDS } from './ends-soon.js';

const route = getRouteApi('/attestations');

/** The attestations of the institution and their expiry (contract 2.5). */
export function AttestationsPage() {
  const { may } = useSession();
  const { status, ends } = route.useSearch();
  const [now] = useState(Date.now);
  const order = useListOrder();
  const query = {
    ...(status && { status }),
    ...(ends && { expires_before: endOfSoon(now) }),
  };
  const attestations = useList('listAttestations', { query: { ...query, order } });
  const total = useCount('countAttestations', query, { enabled: attestations.hasNextPage });
  return (
    <Page
      title="Attestations"
      about="What your institution attests to. An attestation is valid for 12 months; the newest active one of a product is the current one."
      actions={may('attestation:write') && may('policy:read') && <AttestButton />}
    >
      <Stack gap="sm">
        <SavedViews />
        <Group gap="sm">
          <AddressSegments
            name="status"
            label="Status"
            value={status ?? 'all'}
            options={Object.fromEntries(
              ['all', ...ATTESTATION_STATUSES].map((one) => [one, inWords(one)]),
            )}
          />
          <AddressSegments name="ends" label="End" value={ends ?? 'all'} options={ENDS} />
        </Group>
        <Listed
          list={attestations}
          noun={['attestation', 'attestations']}
          isFiltered={status !== undefined || ends !== undefined}
          total={total}
          more={moreOf(order, 'attestations')}
          file={{ list: attestations, name: 'attestations' }}
        >
          {(found) => <AttestationTable attestations={found} order={order} />}
        </Listed>
      </Stack>
    </Page>
  );
}

function AttestButton() {
  const { ndx } = useApi();
  const { caller } = useSession();
  const products = useProducts();
  return (
    <FormButton
      label="Attest"
      title="New attestation"
      submitLabel="Attest for 12 months"
      objectId={caller.entity_id}
      initial={{ product_id: '', signed_by_name: '', signed_by_title: '', statement: '' }}
      act={({ statement, ...rest }) =>
        ndx.createAttestation({ body: { ...rest, attestation_data: { statement } } })
      }
    >
      {(input) => (
        <>
          <Loaded query={products}>
            {(list) => (
              <ProductSelect
                products={list.filter(({ furnish_path }) => furnish_path !== null)}
                {...input('product_id')}
              />
            )}
          </Loaded>
          <TextInput label="Signed by" {...input('signed_by_name')} />
          <TextInput label="Title" {...input('signed_by_title')} />
          <Textarea
            label="Statement"
            autosize
            minRows={2}
            {...input('statement', 'attestation_data')}
          />
        </>
      )}
    </FormButton>
  );
}

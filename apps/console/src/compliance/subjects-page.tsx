import { SegmentedControl, Stack, Text } from '@mantine/core';
import type { Network } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { InNetwork } from '../layout/in-network.js';
import { Listed } from '../parts/listed.js';
import { Page } from '../parts/page.js';
import { SubjectExport } from './subject-export.js';
import { SubjectForm, type SecretCriteria } from './subject-form.js';
import { SubjectTable } from './subject-table.js';
import { readCriteria } from './subject-search.js';
import { useSubjectCount, useSubjects } from './use-subjects.js';

const route = getRouteApi('/subjects');

/** Finds businesses and consumers of the network (contract 4.2). */
export function SubjectsPage() {
  const { kind = 'business' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page
      title="Subjects"
      about="Find a business or a consumer of the network, then open it to see its consents and who read its data. The audit log records each search."
      actions={
        <SegmentedControl
          aria-label="Kind of subject"
          value={kind}
          data={[
            { value: 'business', label: 'Businesses' },
            { value: 'consumer', label: 'Consumers' },
          ]}
          onChange={(value) =>
            navigate({
              search: ({ network: selected }) => ({
                ...(selected !== undefined && { network: selected }),
                ...(value === 'consumer' && { kind: 'consumer' as const }),
              }),
            })
          }
        />
      }
    >
      <InNetwork>{(network) => <Search key={kind} network={network} />}</InNetwork>
    </Page>
  );
}

function Search({ network }: { readonly network: Network }) {
  const search = route.useSearch();
  const kind = search.kind ?? 'business';
  const criteria = readCriteria({ ...search });
  const navigate = route.useNavigate();
  const [secret, setSecret] = useState<SecretCriteria>({});
  const all = { ...criteria, ...secret };
  const subjects = useSubjects(network.network_id, kind, all);
  const total = useSubjectCount(network.network_id, kind, all, subjects.hasNextPage);
  return (
    <Stack gap="md">
      <SubjectForm
        kind={kind}
        initial={criteria}
        onSubmit={(entered, secrets) => {
          setSecret(secrets);
          return navigate({
            search: ({ network: selected }) => ({
              ...(selected !== undefined && { network: selected }),
              ...(kind === 'consumer' && { kind }),
              ...entered,
            }),
          });
        }}
      />
      {network.identity_visibility === 'related' && (
        <Text size="sm" c="dimmed">
          This network lists subjects that your institution furnished or holds a consent of, and any
          other subject only by its complete EIN or SSN.
        </Text>
      )}
      <Listed
        list={subjects}
        noun={kind === 'business' ? ['business', 'businesses'] : ['consumer', 'consumers']}
        isFiltered={Object.keys(all).length > 0}
        total={total}
        more={kind === 'business' ? 'Load older businesses' : 'Load older consumers'}
      >
        {(found) => (
          <Stack gap="sm">
            {found.length > 0 && <SubjectExport {...{ network, kind, criteria, all }} />}
            <SubjectTable kind={kind} subjects={found} />
          </Stack>
        )}
      </Listed>
    </Stack>
  );
}

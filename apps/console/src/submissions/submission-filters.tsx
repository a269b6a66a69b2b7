import { Group, SimpleGrid } from '@mantine/core';
import { AddressSegments } from '../parts/address-filter.js';
import type { NameOf } from '../parts/names.js';
import { NamedSelect } from '../parts/named-select.js';
import { PeriodFilter } from '../parts/period-filter.js';
import { useProducts } from '../parts/use-products.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import type { SubmissionSearch } from './submission-search.js';

const ACCEPTED = {
  any: 'Any result',
  all: 'All accepted',
  some: 'Partly accepted',
  none: 'None accepted',
};

interface SubmissionFiltersProps {
  readonly search: SubmissionSearch;
  readonly nameOf: NameOf;
}

/** The filters of the list of submissions, in the address. */
export function SubmissionFilters({ search, nameOf }: SubmissionFiltersProps) {
  const { networks, may } = useSession();
  const { data: products = [] } = useProducts(may('policy:read'));
  return (
    <>
      <Group gap="sm" justify="space-between">
        <AddressSegments
          name="accepted"
          label="Accepted"
          value={search.accepted ?? 'any'}
          options={ACCEPTED}
          unset="any"
        />
        <PeriodFilter search={search} />
      </Group>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" verticalSpacing="sm">
        <NamedSelect
          name="network_id"
          label="Network"
          value={search.network_id}
          named={networks.map(({ network_id: id }) => [id, nameOf(id)] as const)}
        />
        <NamedSelect
          name="dataset"
          label="Data"
          value={search.dataset}
          named={products.map(({ slug }) => [slug, inWords(slug)] as const)}
        />
      </SimpleGrid>
    </>
  );
}

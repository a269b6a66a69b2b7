import { Group } from '@mantine/core';
import { AddressSegments } from '../parts/address-filter.js';
import { NamedSelect } from '../parts/named-select.js';
import { PeriodFilter } from '../parts/period-filter.js';
import type { Period } from '../parts/periods.js';
import { useProducts } from '../parts/use-products.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import type { RecordUseSearch } from './record-use-search.js';

const OUTCOMES = { all: 'Used or excluded', used: 'Used', excluded: 'Excluded' };

interface RecordUseFiltersProps {
  readonly search: RecordUseSearch;
  readonly initial: Period;
}

/** The filters of the uses of records, in the address. */
export function RecordUseFilters({ search, initial }: RecordUseFiltersProps) {
  const { may } = useSession();
  const { data: products = [] } = useProducts(may('policy:read'));
  return (
    <Group gap="sm">
      <AddressSegments
        name="outcome"
        label="Outcome"
        value={search.outcome ?? 'all'}
        options={OUTCOMES}
      />
      <NamedSelect
        name="product_slug"
        label="Product"
        value={search.product_slug}
        named={products.map(({ slug }) => [slug, inWords(slug)] as const)}
      />
      <PeriodFilter search={search} initial={initial} />
    </Group>
  );
}

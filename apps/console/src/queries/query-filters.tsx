import { Button, Group, SimpleGrid } from '@mantine/core';
import type { Network } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { allQuery } from '../app/reads.js';
import { AddressSegments, AddressSelect } from '../parts/address-filter.js';
import { NamedSelect } from '../parts/named-select.js';
import { PeriodFilter } from '../parts/period-filter.js';
import { useProducts } from '../parts/use-products.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import type { QuerySearch } from './query-search.js';
import { REASON_WORDS } from './reason-words.js';

const OUTCOMES = { all: 'All', issued: 'Result', no_result: 'No result (204)' };

const REASON_OPTIONS = { all: 'Any reason', ...REASON_WORDS };

interface QueryFiltersProps {
  readonly network: Network;
  readonly search: QuerySearch;
  /** The period without one in the address. */
  readonly initial: '24h';
}

/** The filters of the list of queries, in the address. */
export function QueryFilters({ network, search, initial }: QueryFiltersProps) {
  const { outcome, reason, consent_id: consentId, ...others } = search;
  return (
    <>
      <Group gap="sm" justify="space-between">
        <AddressSegments
          name="outcome"
          label="Outcome"
          value={outcome ?? 'all'}
          options={OUTCOMES}
        />
        <PeriodFilter search={search} initial={initial} />
      </Group>
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm" verticalSpacing="sm">
        <AddressSelect
          name="reason"
          label="Reason"
          value={reason ?? 'all'}
          options={REASON_OPTIONS}
        />
        {network.roles.includes('governor') && (
          <InstitutionSelect network={network} value={others.querying_entity_id} />
        )}
        <ProductSelect value={others.product_slug} />
        <PolicySelect network={network} value={others.policy_id} />
      </SimpleGrid>
      {consentId !== undefined && <ConsentFilter consentId={consentId} />}
    </>
  );
}

interface SelectProps {
  readonly value: string | undefined;
}

interface InNetworkProps extends SelectProps {
  readonly network: Network;
}

function InstitutionSelect({ network, value }: InNetworkProps) {
  const { ndx } = useApi();
  const path = { network_id: network.network_id };
  const { data = [] } = useQuery(allQuery(ndx, 'listParticipants', { path }));
  const named = data.map(({ entity_id, name }) => [entity_id, name] as const);
  return <NamedSelect name="querying_entity_id" label="Institution" value={value} named={named} />;
}

function ProductSelect({ value }: SelectProps) {
  const { may } = useSession();
  const { data = [] } = useProducts(may('policy:read'));
  const named = data.map(({ slug }) => [slug, inWords(slug)] as const);
  return <NamedSelect name="product_slug" label="Product" value={value} named={named} />;
}

function PolicySelect({ network, value }: InNetworkProps) {
  const { ndx } = useApi();
  const { may } = useSession();
  const query = { network_id: network.network_id };
  const { data = [] } = useQuery({
    ...allQuery(ndx, 'listQueryingPolicies', { query }),
    enabled: may('policy:read'),
  });
  const named = data.map(({ id, name }) => [id, name] as const);
  return <NamedSelect name="policy_id" label="Policy" value={value} named={named} />;
}

function ConsentFilter({ consentId }: { readonly consentId: string }) {
  const navigate = useNavigate();
  return (
    <Button
      size="compact-md"
      variant="light"
      style={{ alignSelf: 'flex-start' }}
      onClick={() =>
        navigate({
          to: '.',
          search: (search) => ({ ...search, consent_id: undefined }),
          resetScroll: false,
        })
      }
    >
      Under the consent …{consentId.slice(-12)}: show all
    </Button>
  );
}

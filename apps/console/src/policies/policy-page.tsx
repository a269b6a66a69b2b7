import { Button, Card, Group, Stack } from '@mantine/core';
import type { Product, QueryingPolicy } from '@ndx/client';
import { getRouteApi, Link } from '@tanstack/react-router';
import { IconPencil } from '@tabler/icons-react';
import { useSession } from '../session/session.js';
import { BackLink } from '../parts/back-link.js';
import { Failure } from '../parts/failure.js';
import { Facts } from '../parts/facts.js';
import { Id } from '../parts/id.js';
import { Loading } from '../parts/loading.js';
import { Moment } from '../parts/moment.js';
import { Page } from '../parts/page.js';
import { inWords } from '../parts/words.js';
import { PolicyBadges } from './policies-page.js';
import { PolicyActions } from './policy-actions.js';
import { Versions } from './versions.js';
import { useMayGovern } from './use-may-govern.js';
import { usePolicy } from './use-policy.js';

const route = getRouteApi('/policies/$policyId');

/** A policy with its rules as tables, its versions and their differences. */
export function PolicyPage() {
  const { policyId } = route.useParams();
  const loaded = usePolicy(policyId);
  return (
    <Stack gap="xs">
      <BackLink to="/policies" label="All querying policies" />
      {loaded.isSuccess ? (
        <Policy {...loaded.data} />
      ) : (
        <Page title="Policy">
          {loaded.isError ? <Failure error={loaded.error} retry={loaded.refetch} /> : <Loading />}
        </Page>
      )}
    </Stack>
  );
}

interface PolicyProps {
  readonly policy: QueryingPolicy;
  readonly product: Product;
}

function Policy({ policy, product }: PolicyProps) {
  const { networks } = useSession();
  const network = networks.find(({ network_id }) => network_id === policy.network_id);
  const mayGovern = useMayGovern(network);
  return (
    <Page title={policy.name} actions={mayGovern && <EditLink policyId={policy.id} />}>
      <Card withBorder padding="lg">
        <Stack>
          <Facts
            facts={[
              ['Status', <PolicyBadges policy={policy} />],
              ['Product', inWords(product.slug)],
              ['Network', network?.name],
              ['Version', policy.version],
              ['Saved', <Moment at={policy.updated_at} />],
              ['Id', <Id value={policy.id} />],
            ]}
          />
          {mayGovern && <PolicyActions policy={policy} />}
        </Stack>
      </Card>
      <Versions policy={policy} product={product} />
    </Page>
  );
}

function EditLink({ policyId }: { readonly policyId: string }) {
  return (
    <Group>
      <Button
        leftSection={<IconPencil size={16} aria-hidden />}
        renderRoot={(props) => (
          <Link to="/policies/$policyId/edit" params={{ policyId }} {...props} />
        )}
      >
        Edit
      </Button>
    </Group>
  );
}

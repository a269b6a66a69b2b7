import { Button, Card, Stack } from '@mantine/core';
import type { Network, Product } from '@ndx/client';
import { IconPencil } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { InNetwork } from '../layout/in-network.js';
import { BackLink } from '../parts/back-link.js';
import { DataTable } from '../parts/data-table.js';
import { Empty } from '../parts/empty.js';
import { Facts } from '../parts/facts.js';
import { Failure } from '../parts/failure.js';
import { Id } from '../parts/id.js';
import { Loading } from '../parts/loading.js';
import { Moment } from '../parts/moment.js';
import { Page } from '../parts/page.js';
import { Panel } from '../parts/panel.js';
import { StatusBadge } from '../parts/status-badge.js';
import { inWords } from '../parts/words.js';
import { ageInWords } from '../policies/rule-words.js';
import { useMayGovern } from '../policies/use-may-govern.js';
import { rulesOf } from './acceptance-rules.js';
import { FurnishingPolicyActions } from './furnishing-policy-actions.js';
import { isDraft, type StagedPolicy } from './stages.js';
import { useFurnishingPolicy } from './use-furnishing-policies.js';

const route = getRouteApi('/furnishing-policies/$policyId');

/** A furnishing policy with its rules. */
export function FurnishingPolicyPage() {
  return (
    <Stack gap="xs">
      <BackLink to="/furnishing-policies" label="All furnishing policies" />
      <InNetwork>{(network) => <LoadedPolicy network={network} />}</InNetwork>
    </Stack>
  );
}

function LoadedPolicy({ network }: { readonly network: Network }) {
  const { policyId } = route.useParams();
  const loaded = useFurnishingPolicy(network.network_id, policyId);
  if (loaded.isSuccess) return <Policy {...loaded.data} network={network} />;
  return (
    <Page title="Furnishing policy">
      {loaded.isError ? <Failure error={loaded.error} retry={loaded.refetch} /> : <Loading />}
    </Page>
  );
}

interface PolicyProps {
  readonly policy: StagedPolicy;
  readonly product: Product;
  readonly network: Network;
}

function Policy({ policy, product, network }: PolicyProps) {
  const mayGovern = useMayGovern(network);
  const rules = rulesOf(policy);
  return (
    <Page
      title={policy.name}
      actions={mayGovern && isDraft(policy) && <EditLink policyId={policy.id} />}
    >
      <Card withBorder padding="lg">
        <Stack>
          <Facts
            facts={[
              ['Status', <StatusBadge status={policy.stage} />],
              ['Product', inWords(product.slug)],
              ['Network', network.name],
              ['Version', policy.version],
              ['Starts', policy.active_on === null ? 'not set' : <Moment at={policy.active_on} />],
              [
                'Ends',
                policy.deprecated_on === null ? 'no end' : <Moment at={policy.deprecated_on} />,
              ],
              ['Verification', ageInWords(rules.max_age_days)],
              [
                'Attestation of the furnisher',
                rules.attestation_required ? 'must be in force' : 'not needed',
              ],
              ['Id', <Id value={policy.id} />],
            ]}
          />
          {mayGovern && <FurnishingPolicyActions policy={policy} />}
        </Stack>
      </Card>
      <Panel title="Fields that a record must have">
        <RequiredFields names={rules.required_fields} />
      </Panel>
    </Page>
  );
}

function RequiredFields({ names }: { readonly names: readonly string[] }) {
  return (
    <DataTable
      label="Required fields"
      rows={names.map((name) => name.split('.'))}
      keyOf={(name) => name.join('.')}
      minWidth={320}
      columns={[
        { header: 'Section', cell: ([section = '']) => inWords(section) },
        { header: 'Field', cell: ([, field = '']) => inWords(field) },
      ]}
      empty={
        <Empty title="No field is required">A record can have any fields of the product.</Empty>
      }
    />
  );
}

function EditLink({ policyId }: { readonly policyId: string }) {
  return (
    <Button
      leftSection={<IconPencil size={16} aria-hidden />}
      renderRoot={(props) => (
        <Link to="/furnishing-policies/$policyId/edit" params={{ policyId }} {...props} />
      )}
    >
      Edit
    </Button>
  );
}

import { Card, Stack } from '@mantine/core';
import type { CreateQueryingPolicy, QueryingPolicy } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { useRead } from '../app/reads.js';
import { useSession } from '../session/session.js';
import { BackLink } from '../parts/back-link.js';
import { Page, TextLink } from '../parts/page.js';
import { Facts, Id, Moment } from '../parts/values.js';
import { Loaded, LoadedPage } from '../parts/loaded.js';
import { inWords } from '../parts/words.js';
import { CopyButton } from './copy-button.js';
import { DraftPanel } from './draft-panel.js';
import { EarlierVersions } from './earlier-versions.js';
import { SimulationList } from '../simulations/simulation-list.js';
import { PolicyBadges } from './policies-page.js';
import { TestPanel, useTests } from './policy-tests.js';
import { PolicyActions } from './policy-actions.js';
import { EditLink } from './policy-editor.js';
import { Versions } from './versions.js';
import { useMayGovern } from './use-may-govern.js';
import { useWithProduct, type WithProduct } from './use-with-product.js';

const route = getRouteApi('/policies/$policyId');

const BACK = <BackLink to="/policies" label="All querying policies" />;

/** A policy with its rules as tables, its versions and their differences. */
export function PolicyPage() {
  const { policyId } = route.useParams();
  const policy = useRead('readQueryingPolicy', { path: { policy_id: policyId } });
  return (
    <LoadedPage query={useWithProduct(policy)} title="Policy" back={BACK}>
      {(found) => <Policy {...found} />}
    </LoadedPage>
  );
}

function Policy({ policy, product }: WithProduct<QueryingPolicy>) {
  const { networks, may } = useSession();
  const network = networks.find(({ network_id }) => network_id === policy.network_id);
  const mayGovern = useMayGovern(network);
  const { ndx } = useApi();
  const navigate = route.useNavigate();
  const copy = async (body: CreateQueryingPolicy) => {
    const { data } = await ndx.createQueryingPolicy({ body });
    const params = { policyId: data.id };
    await navigate({ to: '/policies/$policyId', params, search: { network: body.network_id } });
  };
  return (
    <Page
      back={BACK}
      title={policy.name}
      actions={
        mayGovern && (
          <>
            <CopyButton policy={policy} create={copy} />
            <EditLink to={{ to: '/policies/$policyId/edit', params: { policyId: policy.id } }} />
          </>
        )
      }
    >
      <Card withBorder padding="lg">
        <Stack>
          <Facts
            facts={[
              ['Status', <PolicyBadges policy={policy} />],
              ['Product', inWords(product.slug)],
              ['Network', network?.name],
              ['Version', policy.version],
              ['Saved', policy.updated_at && <Moment at={policy.updated_at} />],
              ['Id', <Id value={policy.id} />],
              [
                'Used by',
                may('billing:read') ? (
                  <TextLink to="/queries" search={{ policy_id: policy.id, period: '30d' }}>
                    Queries of the last 30 days
                  </TextLink>
                ) : null,
              ],
            ]}
          />
          {network && mayGovern && <PolicyActions policy={policy} networkId={network.network_id} />}
        </Stack>
      </Card>
      {network?.roles.includes('governor') && (
        <DraftAndTests policy={policy} networkId={network.network_id} mayGovern={mayGovern} />
      )}
      {network && mayGovern && may('network:admin') && (
        <SimulationList networkId={network.network_id} policyId={policy.id} />
      )}
      {mayGovern && <EarlierVersions policy={policy} />}
      <Versions policy={policy} product={product} />
    </Page>
  );
}

interface DraftAndTestsProps {
  readonly policy: QueryingPolicy;
  readonly networkId: string;
  readonly mayGovern: boolean;
}

/** A draft cannot be published while a test of the policy fails under it. */
function DraftAndTests({ policy, ...of }: DraftAndTestsProps) {
  return (
    <Loaded query={useTests(policy.id)}>
      {(found) => (
        <>
          <DraftPanel kind="Querying" policy={policy} tests={found} {...of} />
          <TestPanel found={found} />
        </>
      )}
    </Loaded>
  );
}

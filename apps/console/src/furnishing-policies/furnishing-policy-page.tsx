import { Card, Stack } from '@mantine/core';
import type { CreateFurnishingPolicy, Network } from '@ndx/client';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { InNetwork } from '../layout/in-network.js';
import { BackLink } from '../parts/back-link.js';
import { Page, Panel } from '../parts/page.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { Facts, Id, Moment, StatusBadge } from '../parts/values.js';
import { LoadedPage } from '../parts/loaded.js';
import { inWords } from '../parts/words.js';
import { CopyButton } from '../policies/copy-button.js';
import { DraftPanel } from '../policies/draft-panel.js';
import { EditLink } from '../policies/policy-editor.js';
import { ageInWords } from '../policies/rule-words.js';
import { useMayGovern } from '../policies/use-may-govern.js';
import { usePolicyDraft } from '../policies/use-policy-draft.js';
import { useReviewed } from '../policies/use-reviewed.js';
import { VersionOrigin } from '../policies/version-origin.js';
import type { WithProduct } from '../policies/use-with-product.js';
import { rulesOf } from './acceptance-rules.js';
import { EarlierVersions } from './earlier-versions.js';
import { FurnishingPolicyActions } from './furnishing-policy-actions.js';
import { isDraft } from './stages.js';
import {
  isFormer,
  isFurnished,
  useFurnishingPolicy,
  type PlacedPolicy,
} from './use-furnishing-policies.js';

const route = getRouteApi('/furnishing-policies/$policyId');

const linkTo = (policyId: string) =>
  ({ to: '/furnishing-policies/$policyId', params: { policyId } }) as const;

const BACK = <BackLink to="/furnishing-policies" label="All furnishing policies" />;

/** A furnishing policy with its rules. */
export function FurnishingPolicyPage() {
  return <InNetwork>{(network) => <LoadedPolicy network={network} />}</InNetwork>;
}

function LoadedPolicy({ network }: { readonly network: Network }) {
  const { policyId } = route.useParams();
  const query = useFurnishingPolicy(network.network_id, policyId);
  return (
    <LoadedPage query={query} title="Furnishing policy" back={BACK}>
      {(found) => <Policy {...found} network={network} />}
    </LoadedPage>
  );
}

interface PolicyProps extends WithProduct<PlacedPolicy> {
  readonly network: Network;
}

function Policy({ policy, product, network }: PolicyProps) {
  const mayGovern = useMayGovern(network);
  const rules = rulesOf(policy);
  const { ndx } = useApi();
  const navigate = useNavigate();
  const copy = async (body: CreateFurnishingPolicy) => {
    const { data } = await ndx.createFurnishingPolicy({ body });
    await navigate({ ...linkTo(data.id), search: { network: body.network_id } });
  };
  return (
    <Page
      back={BACK}
      title={policy.name}
      actions={
        mayGovern && (
          <>
            <CopyButton policy={policy} isFor={isFurnished} create={copy} />
            {!isFormer(policy) && <EditPolicyLink policy={policy} />}
          </>
        )
      }
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
      {network.roles.includes('governor') && (
        <DraftOfPolicy policy={policy} mayGovern={mayGovern} />
      )}
      {policy.draft && (
        <Panel title="Draft that was published">
          <VersionOrigin draft={policy.draft} />
        </Panel>
      )}
      {policy.ending_draft && (
        <Panel title="Draft that ended the policy">
          <VersionOrigin draft={policy.ending_draft} />
        </Panel>
      )}
      <Panel title="Fields that a record must have">
        <RequiredFields names={rules.required_fields} />
      </Panel>
      {mayGovern && !isFormer(policy) && <EarlierVersions policy={policy} />}
    </Page>
  );
}

/** Before its start a policy is edited; afterwards a draft prepares its next version. */
function EditPolicyLink({ policy }: { readonly policy: PlacedPolicy }) {
  const { data: draft } = usePolicyDraft('Furnishing', policy.id);
  const label = isDraft(policy) ? 'Edit' : 'Draft a change';
  return (
    <EditLink
      to={{ to: '/furnishing-policies/$policyId/edit', params: { policyId: policy.id } }}
      label={draft ? 'Edit the draft' : label}
    />
  );
}

interface DraftOfPolicyProps {
  readonly policy: PlacedPolicy;
  readonly mayGovern: boolean;
}

function DraftOfPolicy({ policy, mayGovern }: DraftOfPolicyProps) {
  const navigate = useNavigate();
  const { data: draft } = usePolicyDraft('Furnishing', policy.id);
  const { data: isReviewed } = useReviewed(policy.network_id);
  // Nobody drafts a change of a former version, or of rules that are edited directly.
  const isEdited = isDraft(policy) && isReviewed !== true;
  if (!draft && (isFormer(policy) || isEdited)) return null;
  return (
    <DraftPanel
      kind="Furnishing"
      policy={policy}
      networkId={policy.network_id}
      mayGovern={mayGovern}
      isFormer={isFormer(policy)}
      onPublished={(policyId) => navigate(linkTo(policyId))}
    />
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

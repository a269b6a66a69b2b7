import { Alert, Button, Card, Checkbox, Group, NumberInput, Stack, Text } from '@mantine/core';
import type { Network, Product } from '@ndx/client';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { InNetwork } from '../layout/in-network.js';
import { BackLink } from '../parts/back-link.js';
import { Failure } from '../parts/failure.js';
import { Loaded } from '../parts/loaded.js';
import { Page } from '../parts/page.js';
import { plural } from '../parts/words.js';
import { ForGovernors } from '../policies/for-governors.js';
import { SectionAccordion } from '../policies/section-accordion.js';
import { rulesOf, type AcceptanceRules } from './acceptance-rules.js';
import { EditRequiredFields } from './edit-required-fields.js';
import { isDraft, type StagedPolicy } from './stages.js';
import { useConfigure } from './use-configure.js';
import { useFurnishingPolicy } from './use-furnishing-policies.js';

const route = getRouteApi('/furnishing-policies/$policyId/edit');

/** The editor of a draft. Saving makes its next version. */
export function EditPage() {
  const { policyId } = route.useParams();
  return (
    <Stack gap="xs">
      <BackLink to="/furnishing-policies/$policyId" params={{ policyId }} label="The policy" />
      <InNetwork>{(network) => <LoadedEditor network={network} />}</InNetwork>
    </Stack>
  );
}

function LoadedEditor({ network }: { readonly network: Network }) {
  const { policyId } = route.useParams();
  const loaded = useFurnishingPolicy(network.network_id, policyId);
  return (
    <Page
      title={loaded.data ? `Edit ${loaded.data.policy.name}` : 'Edit policy'}
      about="Select what a record must satisfy to be accepted."
    >
      <Loaded query={loaded}>
        {(found) => (
          <ForGovernors networkId={network.network_id}>
            {isDraft(found.policy) ? <Editor {...found} /> : <Started />}
          </ForGovernors>
        )}
      </Loaded>
    </Page>
  );
}

function Started() {
  return (
    <Alert title="The policy has started">
      Its rules cannot change. Draft the next version on the page of the policy.
    </Alert>
  );
}

interface EditorProps {
  readonly policy: StagedPolicy;
  readonly product: Product;
}

function Editor({ policy, product }: EditorProps) {
  const [rules, setRules] = useState(() => rulesOf(policy));
  const save = useSave(policy);
  const set = (change: Partial<AcceptanceRules>) => setRules({ ...rules, ...change });
  const models = product.furnished_models;
  return (
    <Stack>
      <Card withBorder padding="md">
        <Group gap="lg" align="flex-end">
          <NumberInput
            label="Maximum age of a verification in days"
            placeholder="Any age"
            w={320}
            min={0}
            max={36_500}
            allowDecimal={false}
            value={rules.max_age_days ?? ''}
            onChange={(value) => set({ max_age_days: value === '' ? null : Number(value) })}
          />
          <Checkbox
            label="Needs an attestation in force"
            mb={8}
            checked={rules.attestation_required}
            onChange={({ currentTarget: { checked } }) => set({ attestation_required: checked })}
          />
        </Group>
      </Card>
      <SectionAccordion
        models={models}
        order={2}
        open={models[0]}
        facts={(model) => (
          <Text size="sm" c="dimmed">
            {plural(countIn(model.model_name, rules), 'required field')}
          </Text>
        )}
      >
        {(model) => (
          <EditRequiredFields
            model={model}
            required={rules.required_fields}
            onChange={(required_fields) => set({ required_fields })}
          />
        )}
      </SectionAccordion>
      {save.isError && <Failure error={save.error} />}
      <Group>
        <Button loading={save.isPending} onClick={() => save.mutate(rules)}>
          Save as version {policy.version + 1}
        </Button>
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link to="/furnishing-policies/$policyId" params={{ policyId: policy.id }} {...props} />
          )}
        >
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}

function useSave(policy: StagedPolicy) {
  const navigate = useNavigate();
  const configure = useConfigure(policy);
  return useMutation({
    mutationFn: ({ required_fields, ...rules }: AcceptanceRules) =>
      configure({ policy_metadata: { ...rules, required_fields: [...required_fields] } }),
    onSuccess: () =>
      navigate({ to: '/furnishing-policies/$policyId', params: { policyId: policy.id } }),
  });
}

function countIn(model: string, { required_fields: names }: AcceptanceRules): number {
  return names.filter((name) => name.startsWith(`${model}.`)).length;
}

import { Button, Group, Stack, Text } from '@mantine/core';
import type { Participant, Product, QueryingPolicy } from '@ndx/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { BackLink } from '../parts/back-link.js';
import { Failure } from '../parts/failure.js';
import { Loaded } from '../parts/loaded.js';
import { Page } from '../parts/page.js';
import { EditConditions } from './edit-conditions.js';
import { EditModel } from './edit-model.js';
import { ForGovernors } from './for-governors.js';
import { rulesOf, selectionsOf, type ModelRules, type QueryConditions } from './rules.js';
import { SectionAccordion } from './section-accordion.js';
import { useParticipants } from './use-participants.js';
import { usePolicy } from './use-policy.js';

const route = getRouteApi('/policies/$policyId/edit');

/** The editor of a policy. Saving makes the next version, and shows its differences. */
export function EditPage() {
  const { policyId } = route.useParams();
  const loaded = usePolicy(policyId);
  return (
    <Stack gap="xs">
      <BackLink to="/policies/$policyId" params={{ policyId }} label="The policy" />
      <Page
        title={loaded.data ? `Edit ${loaded.data.policy.name}` : 'Edit policy'}
        about="Select what a query needs, what it releases, and what a record has to satisfy."
      >
        <Loaded query={loaded}>
          {(found) => (
            <ForGovernors networkId={found.policy.network_id}>
              <LoadedEditor {...found} />
            </ForGovernors>
          )}
        </Loaded>
      </Page>
    </Stack>
  );
}

interface LoadedEditorProps {
  readonly policy: QueryingPolicy;
  readonly product: Product;
}

function LoadedEditor(props: LoadedEditorProps) {
  const loaded = useParticipants(props.policy.network_id);
  return (
    <Loaded query={loaded}>
      {(participants) => <Editor {...props} participants={participants} />}
    </Loaded>
  );
}

interface EditorProps extends LoadedEditorProps {
  readonly participants: readonly Participant[];
}

function Editor({ policy, product, participants }: EditorProps) {
  const [conditions, setConditions] = useState<QueryConditions>(policy);
  const [models, setModels] = useState(() => rulesOf(product, policy.model_selections));
  const save = useSave(policy);
  const replace = (changed: ModelRules) =>
    setModels(models.map((one) => (one.model_name === changed.model_name ? changed : one)));
  return (
    <Stack>
      <EditConditions conditions={conditions} onChange={setConditions} />
      <SectionAccordion models={models} order={2} open={models[0]} facts={() => null}>
        {(model) => (
          <EditModel
            model={model}
            types={typesOf(product, model.model_name)}
            participants={participants}
            onChange={replace}
          />
        )}
      </SectionAccordion>
      {save.isError && <Failure error={save.error} />}
      <Group>
        <Button loading={save.isPending} onClick={() => save.mutate({ models, conditions })}>
          Save as version {policy.version + 1}
        </Button>
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link to="/policies/$policyId" params={{ policyId: policy.id }} {...props} />
          )}
        >
          Cancel
        </Button>
      </Group>
      {policy.status === 'published' && (
        <Text size="sm">
          The policy is published: queries that start after saving use the new version.
        </Text>
      )}
    </Stack>
  );
}

interface Edited {
  readonly models: readonly ModelRules[];
  readonly conditions: QueryConditions;
}

function useSave(policy: QueryingPolicy) {
  const { ndx } = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ models, conditions }: Edited) => {
      const path = { policy_id: policy.id };
      const body = {
        model_selections: selectionsOf(models),
        consent: conditions.consent,
        permissible_purposes: conditions.permissible_purposes,
        expected_version: policy.version,
      };
      await ndx.configureQueryingPolicy({ path, body });
      await cache.invalidateQueries({ queryKey: ['policies'] });
    },
    onSuccess: () =>
      navigate({
        to: '/policies/$policyId',
        params: { policyId: policy.id },
        search: { compare: policy.version },
      }),
  });
}

/** The type of each field of a model in the catalogue. */
function typesOf(product: Product, modelName: string): ReadonlyMap<string, string> {
  const model = product.models.find(({ model_name }) => model_name === modelName);
  return new Map(model?.fields.map(({ field_name, field_type }) => [field_name, field_type]));
}

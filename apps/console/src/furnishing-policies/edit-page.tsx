import { Alert, Card, Checkbox, Group, NumberInput, SimpleGrid, Text } from '@mantine/core';
import type { Product } from '@ndx/client';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { InNetwork } from '../layout/in-network.js';
import { inWords, plural } from '../parts/words.js';
import { EditorForm, PolicyEditorPage } from '../policies/policy-editor.js';
import { BackLink } from '../parts/page.js';
import { SectionAccordion } from '../parts/section-accordion.js';
import type { WithProduct } from '../policies/use-with-product.js';
import { rulesOf, type AcceptanceRules } from './acceptance-rules.js';
import { isDraft, type StagedPolicy } from './stages.js';
import { useConfigure, useFurnishingPolicy } from './use-furnishing-policies.js';

const route = getRouteApi('/furnishing-policies/$policyId/edit');

const linkTo = (policyId: string) =>
  ({ to: '/furnishing-policies/$policyId', params: { policyId } }) as const;

/** The editor of a draft. Saving makes its next version. */
export function EditPage() {
  return <InNetwork>{({ network_id }) => <LoadedEditor networkId={network_id} />}</InNetwork>;
}

function LoadedEditor({ networkId }: { readonly networkId: string }) {
  const { policyId } = route.useParams();
  return (
    <PolicyEditorPage
      query={useFurnishingPolicy(networkId, policyId)}
      about="Select what a record must satisfy to be accepted."
      back={<BackLink {...linkTo(policyId)} label="The policy" />}
    >
      {(found) =>
        isDraft(found.policy) ? (
          <Editor {...found} />
        ) : (
          <Alert title="The policy has started">
            Its rules cannot change. Draft the next version on the page of the policy.
          </Alert>
        )
      }
    </PolicyEditorPage>
  );
}

function Editor({ policy, product }: WithProduct<StagedPolicy>) {
  const navigate = useNavigate();
  const configure = useConfigure(policy);
  const [rules, setRules] = useState(() => rulesOf(policy));
  const set = (change: Partial<AcceptanceRules>) => setRules({ ...rules, ...change });
  const models = product.furnished_models;
  return (
    <EditorForm
      actions={[
        {
          label: `Save as version ${policy.version + 1}`,
          save: () => configure({ policy_metadata: { ...rules } }),
          onSaved: () => navigate(linkTo(policy.id)),
        },
      ]}
      back={linkTo(policy.id)}
    >
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
        open={[models[0]]}
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
    </EditorForm>
  );
}

interface EditRequiredFieldsProps {
  readonly model: Product['furnished_models'][number];
  /** Of every model, as `model.field`. */
  readonly required: readonly string[];
  readonly onChange: (required: string[]) => void;
}

/** Selects the fields of a model that a record must have. */
function EditRequiredFields({ model, required, onChange }: EditRequiredFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} role="group" aria-label="Required fields">
      {model.fields.map(({ field_name }) => {
        const name = `${model.model_name}.${field_name}`;
        return (
          <Checkbox
            key={name}
            label={inWords(field_name)}
            checked={required.includes(name)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...required, name] : required.filter((one) => one !== name))
            }
          />
        );
      })}
    </SimpleGrid>
  );
}

function countIn(model: string, { required_fields: names }: AcceptanceRules): number {
  return names.filter((name) => name.startsWith(`${model}.`)).length;
}

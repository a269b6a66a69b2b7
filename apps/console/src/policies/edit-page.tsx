import type { Product, QueryingPolicy } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { allQuery, useRead } from '../app/reads.js';
import { BackLink } from '../parts/page.js';
import { Loaded } from '../parts/loaded.js';
import { EditConditions } from './edit-conditions.js';
import { EditModel } from './edit-model.js';
import { EditorForm, PolicyEditorPage } from './policy-editor.js';
import { rulesOf, selectionsOf, type ModelRules, type QueryConditions } from './rules.js';
import { SectionAccordion } from '../parts/section-accordion.js';
import { useWithProduct, type WithProduct } from './use-with-product.js';

const route = getRouteApi('/policies/$policyId/edit');

const linkTo = (policyId: string) => ({ to: '/policies/$policyId', params: { policyId } }) as const;

/** The editor of a policy. Saving makes the next version, and shows its differences. */
export function EditPage() {
  const { policyId } = route.useParams();
  const policy = useRead('readQueryingPolicy', { path: { policy_id: policyId } });
  return (
    <PolicyEditorPage
      query={useWithProduct(policy)}
      about="Select what a query needs, what it releases, and what a record has to satisfy."
      back={<BackLink {...linkTo(policyId)} label="The policy" />}
    >
      {(found) => <Editor {...found} />}
    </PolicyEditorPage>
  );
}

function Editor({ policy, product }: WithProduct<QueryingPolicy>) {
  const { id, network_id, version } = policy;
  const { ndx } = useApi();
  const navigate = useNavigate();
  const participants = useQuery({
    ...allQuery(ndx, 'listParticipants', { path: { network_id: network_id ?? '' } }),
    enabled: network_id !== null,
  });
  const [conditions, setConditions] = useState<QueryConditions>(policy);
  const [models, setModels] = useState(() => rulesOf(product, policy.model_selections));
  const replace = (changed: ModelRules) =>
    setModels(models.map((one) => (one.model_name === changed.model_name ? changed : one)));
  const save = (expected_version: number) => {
    const { consent, permissible_purposes } = conditions;
    const rules = { model_selections: selectionsOf(models), consent, permissible_purposes };
    const body = { ...rules, expected_version };
    return ndx.configureQueryingPolicy({ path: { policy_id: id }, body });
  };
  return (
    <Loaded query={participants}>
      {(known) => (
        <EditorForm
          version={version}
          save={save}
          onSaved={(compare) => navigate({ ...linkTo(id), search: { compare } })}
          back={linkTo(id)}
          {...(policy.status === 'published' && {
            effect: 'The policy is published: queries that start after saving use the new version.',
          })}
        >
          <EditConditions conditions={conditions} onChange={setConditions} />
          <SectionAccordion models={models} order={2} open={[models[0]]} facts={() => null}>
            {(model) => (
              <EditModel
                model={model}
                types={typesOf(product, model.model_name)}
                participants={known}
                onChange={replace}
              />
            )}
          </SectionAccordion>
        </EditorForm>
      )}
    </Loaded>
  );
}

/** The type of each field of a model in the catalogue. */
function typesOf(product: Product, modelName: string): ReadonlyMap<string, string> {
  const model = product.models.find(({ model_name }) => model_name === modelName);
  return new Map(model?.fields.map(({ field_name, field_type }) => [field_name, field_type]));
}

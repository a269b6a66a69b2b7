import type { Product, ProductField, QueryingPolicy } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { allQuery, useRead } from '../app/reads.js';
import { BackLink } from '../parts/back-link.js';
import { both, Failure, Loaded } from '../parts/loaded.js';
import { RestoredNotice } from '../parts/restored-notice.js';
import { termsOfDraft } from './draft-terms.js';
import { CommentInput } from './comment-input.js';
import { EditComparison } from './edit-comparison.js';
import { EditConditions } from './edit-conditions.js';
import { EditModel } from './edit-model.js';
import { OutdatedNotice } from './edit-notices.js';
import { countsOf, useFurnishedValues } from './furnished-values.js';
import { EditorForm, PolicyEditorPage } from './policy-editor.js';
import {
  baseOf,
  beginEdit,
  isOutdated,
  useEdit,
  type EditedPolicy,
  type PolicyEdit,
} from './policy-edit.js';
import { requirementsOf } from './requirements.js';
import { rulesOf, selectionsOf, type ModelRules } from './rules.js';
import { SectionAccordion } from '../parts/section-accordion.js';
import { usePolicyDraft } from './use-policy-draft.js';
import { useReviewed } from './use-reviewed.js';
import { useSaveActions } from './use-save-actions.js';
import { useWithProduct, type WithProduct } from './use-with-product.js';

const route = getRouteApi('/policies/$policyId/edit');

const linkTo = (policyId: string) => ({ to: '/policies/$policyId', params: { policyId } }) as const;

/** The editor of a policy and of its draft. The tab keeps what is not saved. */
export function EditPage() {
  const { policyId } = route.useParams();
  const policy = useRead('readQueryingPolicy', { path: { policy_id: policyId } });
  return (
    <PolicyEditorPage
      query={useWithProduct(policy)}
      about="Select what a query needs, what it releases, and what a record has to satisfy."
      back={<BackLink {...linkTo(policyId)} label="The policy" />}
    >
      {(found) => <LoadedEditor {...found} />}
    </PolicyEditorPage>
  );
}

function LoadedEditor({ policy, product }: WithProduct<QueryingPolicy>) {
  const networkId = policy.network_id ?? '';
  const query = both(usePolicyDraft('Querying', policy.id), useReviewed(networkId));
  const [attempt, setAttempt] = useState(0);
  return (
    <Loaded query={query}>
      {([draft, isReviewed]) => (
        <Editor
          key={attempt}
          edited={{ policy, product, draft }}
          isReviewed={isReviewed}
          networkId={networkId}
          begin={() => setAttempt(attempt + 1)}
        />
      )}
    </Loaded>
  );
}

interface EditorProps {
  readonly edited: EditedPolicy;
  readonly isReviewed: boolean;
  readonly networkId: string;
  /** Shows the inputs with the values of a new edit. */
  readonly begin: () => void;
}

function Editor({ edited, isReviewed, networkId, begin }: EditorProps) {
  const { policy } = edited;
  const kept = useEdit(policy.id, beginEdit(edited));
  const { values: edit, set, forget, isRestored } = kept;
  const actions = useSaveActions(edited, kept, isReviewed);
  const restart = () => {
    forget();
    begin();
  };
  return (
    <EditorForm
      actions={actions}
      onCancel={forget}
      back={linkTo(policy.id)}
      notice={
        isOutdated(edit.base, edited) && (
          <OutdatedNotice
            edited={edited}
            keep={() => set({ ...edit, base: baseOf(edited) })}
            restart={restart}
          />
        )
      }
      {...(policy.status === 'published' &&
        actions.length > 1 && {
          effect:
            'The policy is published: queries that start after saving use the new version. A draft applies to no query until it is published.',
        })}
    >
      {isRestored && <RestoredNotice discard={restart} />}
      <EditInputs
        key={JSON.stringify(edit.base)}
        edit={edit}
        onChange={set}
        product={edited.product}
        networkId={networkId}
      />
      <EditComparison
        title={`Compared with version ${policy.version}`}
        kind="Querying"
        policyId={policy.id}
        edit={edit}
        termsOf={(stated) => ({
          ...(edited.draft && termsOfDraft(edited.draft)),
          ...requirementsOf(stated),
        })}
      />
      <CommentInput value={edit.comment} onChange={(comment) => set({ ...edit, comment })} />
    </EditorForm>
  );
}

interface EditInputsProps {
  readonly edit: PolicyEdit;
  readonly onChange: (edit: PolicyEdit) => void;
  readonly product: Product;
  readonly networkId: string;
}

function EditInputs({ edit, onChange, product, networkId }: EditInputsProps) {
  const { ndx } = useApi();
  const participants = useQuery(
    allQuery(ndx, 'listParticipants', { path: { network_id: networkId } }),
  );
  const counts = useFurnishedValues(networkId, product);
  const models = rulesOf(product, edit.model_selections);
  const replace = (changed: ModelRules) =>
    onChange({
      ...edit,
      model_selections: selectionsOf(
        models.map((one) => (one.model_name === changed.model_name ? changed : one)),
      ),
    });
  return (
    <Loaded query={participants}>
      {(known) => (
        <>
          <EditConditions
            conditions={edit}
            onChange={(conditions) => onChange({ ...edit, ...conditions })}
          />
          {counts.error && (
            <Failure
              title="The values of the records were not counted"
              error={counts.error}
              retry={counts.refetch}
            />
          )}
          <SectionAccordion models={models} order={2} open={[models[0]]} facts={() => null}>
            {(model) => (
              <EditModel
                model={model}
                declared={fieldsOf(product, model.model_name)}
                counts={countsOf(counts.data, model.model_name)}
                participants={known}
                onChange={replace}
              />
            )}
          </SectionAccordion>
        </>
      )}
    </Loaded>
  );
}

/** The fields of a model in the catalogue, by name. */
function fieldsOf(product: Product, modelName: string): ReadonlyMap<string, ProductField> {
  const model = product.models.find(({ model_name }) => model_name === modelName);
  return new Map(model?.fields.map((field) => [field.field_name, field]));
}

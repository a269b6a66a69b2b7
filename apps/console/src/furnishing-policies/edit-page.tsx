import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { InNetwork } from '../layout/in-network.js';
import { both, Loaded } from '../parts/loaded.js';
import { Notice } from '../parts/notice.js';
import { BackLink } from '../parts/back-link.js';
import { TextLink } from '../parts/page.js';
import { RestoredNotice } from '../parts/restored-notice.js';
import { CommentInput } from '../policies/comment-input.js';
import { EditComparison } from '../policies/edit-comparison.js';
import { OutdatedNotice } from '../policies/edit-notices.js';
import { baseOf, isOutdated, useEdit } from '../policies/policy-edit.js';
import { EditorForm, PolicyEditorPage } from '../policies/policy-editor.js';
import { usePolicyDraft } from '../policies/use-policy-draft.js';
import { useReviewed } from '../policies/use-reviewed.js';
import type { WithProduct } from '../policies/use-with-product.js';
import { EditConditions } from './edit-conditions.js';
import { EditRequiredFields } from './edit-required-fields.js';
import {
  beginFurnishingEdit,
  termsOfEdit,
  type EditedFurnishingPolicy,
  type FurnishingEdit,
} from './furnishing-edit.js';
import { isFormer, useFurnishingPolicy, type PlacedPolicy } from './use-furnishing-policies.js';
import { useSaveActions } from './use-save-actions.js';

const route = getRouteApi('/furnishing-policies/$policyId/edit');

const linkTo = (policyId: string) =>
  ({ to: '/furnishing-policies/$policyId', params: { policyId } }) as const;

/** The editor of a policy that has not started, and of a draft. The tab keeps what is not saved. */
export function EditPage() {
  return <InNetwork>{({ network_id }) => <LoadedPage networkId={network_id} />}</InNetwork>;
}

function LoadedPage({ networkId }: { readonly networkId: string }) {
  const { policyId } = route.useParams();
  return (
    <PolicyEditorPage
      query={useFurnishingPolicy(networkId, policyId)}
      about="Select what a record must satisfy to be accepted."
      back={<BackLink {...linkTo(policyId)} label="The policy" />}
    >
      {(found) =>
        isFormer(found.policy) ? (
          <Notice color="orange" title="The policy has a later version">
            Change that one instead:{' '}
            <TextLink {...linkTo(found.policy.newest.id)}>
              version {found.policy.newest.version}
            </TextLink>
          </Notice>
        ) : (
          <LoadedEditor {...found} />
        )
      }
    </PolicyEditorPage>
  );
}

type Found = WithProduct<PlacedPolicy>;

function LoadedEditor({ policy, product }: Found) {
  const query = both(usePolicyDraft('Furnishing', policy.id), useReviewed(policy.network_id));
  const [attempt, setAttempt] = useState(0);
  return (
    <Loaded query={query}>
      {([draft, isReviewed]) => (
        <Editor
          key={attempt}
          edited={{ policy, draft }}
          product={product}
          isReviewed={isReviewed}
          begin={() => setAttempt(attempt + 1)}
        />
      )}
    </Loaded>
  );
}

interface EditorProps extends Pick<Found, 'product'> {
  readonly edited: EditedFurnishingPolicy;
  readonly isReviewed: boolean;
  /** Shows the inputs with the values of a new edit. */
  readonly begin: () => void;
}

function Editor({ edited, product, isReviewed, begin }: EditorProps) {
  const { policy } = edited;
  const kept = useEdit(policy.id, beginFurnishingEdit(edited));
  const { values: edit, set, forget, isRestored } = kept;
  const change = (some: Partial<FurnishingEdit>) => set({ ...edit, ...some });
  const restart = () => {
    forget();
    begin();
  };
  return (
    <EditorForm
      actions={useSaveActions(edited, kept, isReviewed)}
      onCancel={forget}
      back={linkTo(policy.id)}
      notice={
        isOutdated(edit.base, edited) && (
          <OutdatedNotice
            edited={edited}
            keep={() => change({ base: baseOf(edited) })}
            restart={restart}
          />
        )
      }
    >
      {isRestored && <RestoredNotice discard={restart} />}
      <EditConditions edit={edit} onChange={change} />
      <EditRequiredFields
        models={product.furnished_models}
        required={edit.rules.required_fields}
        onChange={(required_fields) => change({ rules: { ...edit.rules, required_fields } })}
      />
      <EditComparison
        title="Compared with the rules in effect"
        kind="Furnishing"
        policyId={policy.id}
        edit={edit}
        termsOf={termsOfEdit}
      />
      <CommentInput value={edit.comment} onChange={(comment) => change({ comment })} />
    </EditorForm>
  );
}

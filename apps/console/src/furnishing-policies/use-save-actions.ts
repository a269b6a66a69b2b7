import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import type { Kept } from '../parts/use-kept.js';
import type { SaveAction } from '../policies/policy-editor.js';
import { draftMembers, useSave } from '../policies/use-save-actions.js';
import {
  termsOfEdit,
  type EditedFurnishingPolicy,
  type FurnishingEdit,
} from './furnishing-edit.js';
import { isDraft } from './stages.js';

/**
 * How an edit is saved: as the draft or, of a policy that has not started, where nothing is reviewed
 * and no draft is open, directly.
 */
export function useSaveActions(
  { policy, draft }: EditedFurnishingPolicy,
  { values: edit, forget }: Kept<FurnishingEdit>,
  isReviewed: boolean,
): readonly SaveAction[] {
  const { ndx } = useApi();
  const navigate = useNavigate();
  const save = useSave(forget);
  const path = { policy_id: policy.id };
  const { base } = edit;
  const onSaved = () =>
    navigate({ to: '/furnishing-policies/$policyId', params: { policyId: policy.id } });
  const saveDraft = () =>
    ndx.saveFurnishingPolicyDraft({ path, body: { ...termsOfEdit(edit), ...draftMembers(edit) } });
  const saveVersion = () => {
    const { policy_metadata, deprecated_on } = termsOfEdit(edit);
    const body = { policy_metadata, deprecated_on, expected_version: base.version };
    return ndx.configureFurnishingPolicy({ path, body });
  };
  const asDraft: SaveAction = {
    label: draft === null ? 'Save as a draft' : 'Save the draft',
    save: () => save(saveDraft()),
    onSaved,
  };
  const asVersion: SaveAction = {
    label: `Save as version ${base.version + 1}`,
    save: () => save(saveVersion()),
    onSaved,
  };
  return isReviewed || draft !== null || !isDraft(policy) ? [asDraft] : [asVersion, asDraft];
}

import type { NdxClient, QueryingPolicyDraft } from '@ndx/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import type { Kept } from '../parts/use-kept.js';
import type { SaveAction } from './policy-editor.js';
import type { EditedPolicy, PolicyEdit } from './policy-edit.js';
import { requirementsOf } from './requirements.js';

/** How an edit is saved: as the draft, or, where nothing is reviewed and no draft is open, directly. */
export function useSaveActions(
  { policy, draft }: EditedPolicy,
  { values: edit, forget }: Kept<PolicyEdit>,
  isReviewed: boolean,
): readonly SaveAction[] {
  const { ndx } = useApi();
  const navigate = useNavigate();
  const save = useSave(forget);
  const path = { policy_id: policy.id };
  const { base } = edit;
  const show = (compare?: number) =>
    navigate({ to: '/policies/$policyId', params: { policyId: policy.id }, search: { compare } });

  const saveDraft = async () => {
    const body = {
      ...(draft && (await unseenTerms(ndx, draft))),
      ...requirementsOf(edit),
      ...draftMembers(edit),
    };
    return ndx.saveQueryingPolicyDraft({ path, body });
  };
  const asDraft: SaveAction = {
    label: draft === null ? 'Save as a draft' : 'Save the draft',
    save: () => save(saveDraft()),
    onSaved: () => show(),
  };
  const asVersion: SaveAction = {
    label: `Save as version ${base.version + 1}`,
    save: () =>
      save(
        ndx.configureQueryingPolicy({
          path,
          body: { ...requirementsOf(edit), expected_version: base.version },
        }),
      ),
    onSaved: () => show(base.version),
  };
  if (isReviewed || draft !== null) return [asDraft];
  return policy.status === 'draft' ? [asVersion, asDraft] : [asDraft, asVersion];
}

/** The members of a saved draft that policies of both kinds have. */
export function draftMembers({ base, comment }: Pick<PolicyEdit, 'base' | 'comment'>) {
  return {
    comment: comment === '' ? null : comment,
    base_version: base.version,
    expected_digest: base.digest,
  };
}

/** Waits for a save, and forgets the edit that it saved. */
export function useSave(forget: () => void) {
  const cache = useQueryClient();
  return async (request: Promise<unknown>) => {
    try {
      await request;
    } catch (error) {
      // The form says what has changed since it began, and stays as it is.
      await cache.invalidateQueries();
      throw error;
    }
    forget();
  };
}

/**
 * What a draft changes that the editor does not show. Its other members stay as they are in the
 * policy, which can have a later version than the draft is based on.
 */
async function unseenTerms(ndx: NdxClient, draft: QueryingPolicyDraft) {
  const { policy_id, base_version: version, name, is_default, enforced, status } = draft;
  const { data: base } = await ndx.readQueryingPolicyVersion({ path: { policy_id, version } });
  return {
    status,
    ...(name !== base.name && { name }),
    ...(is_default !== base.is_default && { is_default }),
    ...(enforced !== base.enforced && { enforced }),
  };
}

import { NdxError, type NdxClient, type QueryingPolicyDraft } from '@ndx/client';
import { CliError } from '../cli-error.js';

/** The draft of a querying policy; undefined where it has none. */
export async function openDraft(
  ndx: NdxClient,
  policy_id: string,
): Promise<QueryingPolicyDraft | undefined> {
  try {
    return (await ndx.readQueryingPolicyDraft({ path: { policy_id } })).data;
  } catch (error) {
    if (error instanceof NdxError && error.reason === 'draft_not_found') return undefined;
    throw error;
  }
}

/**
 * The draft that a file of the caller replaces; undefined where its policy has none.
 * @param file the name of the file
 * @throws CliError (conflict) for a draft that another account saved last
 */
export async function ownDraft(
  ndx: NdxClient,
  file: string,
  policy_id: string,
): Promise<QueryingPolicyDraft | undefined> {
  const draft = await openDraft(ndx, policy_id);
  if (!draft) return undefined;
  const { account_id: author, saved_at, digest } = draft;
  if (author === (await ndx.readCaller()).data.account_id) return draft;
  throw new CliError(
    'conflict',
    `${file}: the policy has a draft that account ${author} saved at ${saved_at}`,
    {
      hint: `Its author can apply files or publish it: ndx policy draft publish ${policy_id} ${digest}. To apply this file instead, discard it first: ndx policy draft discard ${policy_id} ${digest}`,
    },
  );
}

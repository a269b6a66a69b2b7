import { NdxError, type NdxClient } from '@ndx/client';
import { CliError } from '../cli-error.js';
import type { DraftOf, PolicyKind } from './policy-kind.js';

type Reads = {
  readonly [Kind in PolicyKind]: (
    request: Parameters<NdxClient['readQueryingPolicyDraft']>[0],
  ) => Promise<{ readonly data: DraftOf[Kind] }>;
};

/** The draft of a policy; undefined where it has none. */
export async function openDraft<Kind extends PolicyKind>(
  ndx: NdxClient,
  kind: Kind,
  policy_id: string,
): Promise<DraftOf[Kind] | undefined> {
  const reads: Reads = {
    Querying: ndx.readQueryingPolicyDraft,
    Furnishing: ndx.readFurnishingPolicyDraft,
  };
  try {
    return (await reads[kind]({ path: { policy_id } })).data;
  } catch (error) {
    if (error instanceof NdxError && error.reason === 'draft_not_found') return undefined;
    throw error;
  }
}

/**
 * The draft that a file of the caller replaces; undefined where its policy has none.
 * @throws CliError (conflict) for a draft that another account saved last
 */
export async function ownDraft<Kind extends PolicyKind>(
  ndx: NdxClient,
  kind: Kind,
  { name, file: { policy_id } }: { readonly name: string; readonly file: { policy_id: string } },
): Promise<DraftOf[Kind] | undefined> {
  const draft = await openDraft(ndx, kind, policy_id);
  if (!draft) return undefined;
  const { account_id: author, saved_at, digest } = draft;
  if (author === (await ndx.readCaller()).data.account_id) return draft;
  const named = [policy_id, digest, ...(kind === 'Furnishing' ? ['--furnishing'] : [])].join(' ');
  throw new CliError(
    'conflict',
    `${name}: the policy has a draft that account ${author} saved at ${saved_at}`,
    {
      hint: `Its author can apply files or publish it: ndx policy draft publish ${named}. To apply this file instead, discard it first: ndx policy draft discard ${named}`,
    },
  );
}

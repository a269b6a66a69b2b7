import {
  eachItem,
  type FurnishingPolicy,
  type FurnishingPolicyDraft,
  type NdxClient,
  type QueryingPolicyDraft,
} from '@ndx/client';
import { CliError } from '../cli-error.js';
import { networkOf } from '../network-option.js';

export type PolicyDraft = DraftOf[PolicyKind];

/** The option of commands that take policies of both kinds. */
export const FURNISHING = ['--furnishing', 'the policy is a furnishing policy'] as const;

/** The kind of a policy, as the names of its operations have it: `read${kind}PolicyDraft`. */
export type PolicyKind = 'Querying' | 'Furnishing';

/** The draft of a policy of each kind. */
export interface DraftOf {
  readonly Querying: QueryingPolicyDraft;
  readonly Furnishing: FurnishingPolicyDraft;
}

export const kindOf = (isFurnishing: true | undefined): PolicyKind =>
  isFurnishing ? 'Furnishing' : 'Querying';

/** Everything that the publication of a draft saves. */
export function termsOf(draft: PolicyDraft): object {
  const { status } = draft;
  if ('policy_metadata' in draft) {
    const { deprecated_on, policy_metadata } = draft;
    return { status, deprecated_on, policy_metadata };
  }
  const { name, is_default, enforced } = draft;
  return { name, status, is_default, enforced, ...rulesIn(draft) };
}

/** The terms with which a draft starts. */
export interface DraftStart {
  readonly kind: PolicyKind;
  /** A stored version of the policy. */
  readonly restore: number | undefined;
  /** The id of a policy with the rules. */
  readonly copy: string | undefined;
  /** The network of a furnishing policy, by id or name. */
  readonly network: string | undefined;
}

/** @throws CliError for a version that a furnishing policy does not have */
export async function startOf(
  ndx: NdxClient,
  policy_id: string,
  { kind, restore, copy, network }: DraftStart,
): Promise<object> {
  if (kind === 'Furnishing') {
    return {
      ...(restore !== undefined && (await formerRules(ndx, policy_id, restore, network))),
      ...(copy !== undefined && rulesOf(await furnishingPolicy(ndx, copy, network))),
    };
  }
  return {
    ...(restore !== undefined && (await storedTerms(ndx, policy_id, restore))),
    ...(copy !== undefined && rulesIn((await ndx.readQueryingPolicy(at(copy))).data)),
  };
}

/** The present version of a policy. */
export async function versionOf(
  ndx: NdxClient,
  policy_id: string,
  kind: PolicyKind,
): Promise<number> {
  if (kind === 'Querying') return (await ndx.readQueryingPolicy(at(policy_id))).data.version;
  const { data } = await ndx.compareFurnishingPolicy({ ...at(policy_id), body: {} });
  return data.policy_version;
}

type QueryRequirements = Pick<
  QueryingPolicyDraft,
  'model_selections' | 'consent' | 'permissible_purposes'
>;

/** What a querying policy demands and releases. */
export function rulesIn<Terms extends Record<keyof QueryRequirements, unknown>>({
  model_selections,
  consent,
  permissible_purposes,
}: Terms): Pick<Terms, keyof QueryRequirements> {
  return { model_selections, consent, permissible_purposes };
}

const at = (policy_id: string) => ({ path: { policy_id } });

async function storedTerms(ndx: NdxClient, policy_id: string, version: number) {
  const { data } = await ndx.readQueryingPolicyVersion({ path: { policy_id, version } });
  const { name, is_default, enforced } = data;
  return { name, is_default, enforced, ...rulesIn(data) };
}

/** Each version of a furnishing policy has an id of its own, and the same name. */
async function formerRules(
  ndx: NdxClient,
  policy_id: string,
  version: number,
  network: string | undefined,
) {
  const { name, network_id, product_id } = await furnishingPolicy(ndx, policy_id, network);
  const query = { network_id, product_id };
  for await (const each of eachItem(ndx.listFurnishingPolicies, { query })) {
    if (each.name === name && each.version === version) return rulesOf(each);
  }
  throw new CliError('usage', `the policy ${name} has no version ${version}`, {
    hint: 'List the versions: ndx policy list --furnishing.',
  });
}

async function furnishingPolicy(ndx: NdxClient, policy_id: string, network: string | undefined) {
  const query = { network_id: await networkOf(ndx, network) };
  return (await ndx.readFurnishingPolicy({ ...at(policy_id), query })).data;
}

const rulesOf = ({ policy_metadata }: FurnishingPolicy) => ({ policy_metadata });

import { Group } from '@mantine/core';
import type { FurnishingPolicyDraft } from '@ndx/client';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { both, Loaded } from '../parts/loaded.js';
import { usePolicyDraft } from '../policies/use-policy-draft.js';
import { useReviewed } from '../policies/use-reviewed.js';
import { rulesOf } from './acceptance-rules.js';
import { beginFurnishingEdit, type EditedFurnishingPolicy } from './furnishing-edit.js';
import { PeriodButton } from './period-button.js';
import { isDraft, type StagedPolicy } from './stages.js';
import { isFormer, useConfigure, type PlacedPolicy } from './use-furnishing-policies.js';

/** Starts and ends a policy: at once, or where changes are reviewed by its draft. */
export function FurnishingPolicyActions({ policy }: { readonly policy: PlacedPolicy }) {
  const query = both(usePolicyDraft('Furnishing', policy.id), useReviewed(policy.network_id));
  return (
    <Loaded query={query}>
      {([draft, isReviewed]) =>
        isReviewed ? (
          <DraftedActions policy={policy} draft={draft} />
        ) : (
          <DirectActions policy={policy} />
        )
      }
    </Loaded>
  );
}

/** Each saves the draft with the change, because the network reviews it. */
function DraftedActions({ policy, draft }: EditedFurnishingPolicy) {
  const { ndx } = useApi();
  const save = (status: FurnishingPolicyDraft['status']) => {
    const { rules, deprecated_on, comment } = beginFurnishingEdit({ policy, draft });
    const body = {
      ...{ status, deprecated_on, policy_metadata: { ...rules } },
      comment: comment === '' ? null : comment,
      base_version: policy.version,
      expected_digest: draft?.digest ?? null,
    };
    return ndx.saveFurnishingPolicyDraft({ path: { policy_id: policy.id }, body });
  };
  if (isFormer(policy)) return null;
  if (isDraft(policy)) {
    if (draft !== null) return null;
    return (
      <Group gap="xs">
        <ConfirmButton
          label="Put into effect"
          question={`Put into effect: ${policy.name}?`}
          size="xs"
          act={() => save('published')}
        >
          The start is saved as a draft, which a second account approves. Records that are furnished
          after its publication must satisfy the policy.
        </ConfirmButton>
      </Group>
    );
  }
  if (policy.stage === 'ended' || draft?.status === 'archived') return null;
  return (
    <Group gap="xs">
      <ConfirmButton
        label="End"
        question={`End: ${policy.name}?`}
        size="xs"
        variant="default"
        act={() => save('archived')}
      >
        The end is saved as the draft, which a second account approves. Records that are furnished
        after its publication need not satisfy the policy.
      </ConfirmButton>
    </Group>
  );
}

/** Puts a draft into effect, ends an active policy, and drafts its next version. */
function DirectActions({ policy }: { readonly policy: StagedPolicy }) {
  const configure = useConfigure(policy);
  const hasEnded = policy.stage === 'ended';
  return (
    <Group gap="xs">
      {isDraft(policy) ? (
        <ConfirmButton
          label="Put into effect"
          question={`Put into effect: ${policy.name}?`}
          size="xs"
          act={() => configure({ active_on: new Date().toISOString() })}
        >
          Records that are furnished after the change must satisfy the policy, in place of the
          policy in effect. Afterwards its rules cannot change: draft the next version.
        </ConfirmButton>
      ) : (
        <NextVersionButton policy={policy} />
      )}
      {!hasEnded && <PeriodButton key={policy.updated_at} policy={policy} configure={configure} />}
      {!hasEnded && !isDraft(policy) && (
        <ConfirmButton
          label="End"
          question={`End: ${policy.name}?`}
          size="xs"
          variant="default"
          act={() => configure({ deprecated_on: new Date().toISOString() })}
        >
          Records that are furnished after the change need not satisfy the policy. This cannot be
          undone.
        </ConfirmButton>
      )}
    </Group>
  );
}

/** Drafts the next version of an active policy with the same rules, and opens it. */
function NextVersionButton({ policy }: { readonly policy: StagedPolicy }) {
  const { ndx } = useApi();
  const navigate = useNavigate();
  const create = async () => {
    const { network_id, product_id, name } = policy;
    const policy_metadata = { ...rulesOf(policy) };
    const { data } = await ndx.createFurnishingPolicy({
      body: { network_id, product_id, name, policy_metadata },
    });
    await navigate({ to: '/furnishing-policies/$policyId/edit', params: { policyId: data.id } });
  };
  return (
    <ConfirmButton
      label="Draft next version"
      question={`Draft next version: ${policy.name}?`}
      size="xs"
      act={create}
    >
      The draft has the same rules. This policy does not change until the draft is put into effect.
    </ConfirmButton>
  );
}

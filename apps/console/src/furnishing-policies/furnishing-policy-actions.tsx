import { Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { rulesOf } from './acceptance-rules.js';
import { PeriodButton } from './period-button.js';
import { isDraft, type StagedPolicy } from './stages.js';
import { useConfigure } from './use-furnishing-policies.js';

/** Puts a draft into effect, ends an active policy, and drafts its next version. */
export function FurnishingPolicyActions({ policy }: { readonly policy: StagedPolicy }) {
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

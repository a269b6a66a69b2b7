import { Group, Text } from '@mantine/core';
import { ConfirmButton } from '../parts/confirm-button.js';
import { NextVersionButton } from './next-version-button.js';
import { PeriodButton } from './period-button.js';
import { isDraft, type StagedPolicy } from './stages.js';
import { useConfigure } from './use-configure.js';

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
          <Text size="sm">
            Records that are furnished after the change must satisfy the policy, in place of the
            policy in effect. Afterwards its rules cannot change: draft the next version.
          </Text>
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
          <Text size="sm">
            Records that are furnished after the change need not satisfy the policy. This cannot be
            undone.
          </Text>
        </ConfirmButton>
      )}
    </Group>
  );
}

import { TextInput } from '@mantine/core';
import type { ConfigureFurnishingPolicy } from '@ndx/client';
import { FormButton } from '../parts/form-button.js';
import { changedPeriod, periodOf } from './period.js';
import { isDraft, type StagedPolicy } from './stages.js';

interface PeriodButtonProps {
  readonly policy: StagedPolicy;
  readonly configure: (change: ConfigureFurnishingPolicy) => Promise<unknown>;
}

/** Plans the start and the end of a policy; of an active one the end alone. */
export function PeriodButton({ policy, configure }: PeriodButtonProps) {
  const before = periodOf(policy);
  return (
    <FormButton
      label="Plan start and end"
      title={`Start and end of ${policy.name}`}
      submitLabel="Save"
      size="xs"
      variant="default"
      objectId={policy.id}
      initial={before}
      act={(values) => configure(changedPeriod(before, values))}
    >
      {(input) => (
        <>
          <TextInput
            type="datetime-local"
            label="Starts"
            description={
              isDraft(policy)
                ? 'In your time zone. Without a start, the policy is a draft.'
                : 'The policy has started: its start cannot change.'
            }
            disabled={!isDraft(policy)}
            {...input('active_on')}
            required={false}
          />
          <TextInput
            type="datetime-local"
            label="Ends"
            description="In your time zone. Without an end, it applies until another policy replaces it."
            {...input('deprecated_on')}
            required={false}
          />
        </>
      )}
    </FormButton>
  );
}

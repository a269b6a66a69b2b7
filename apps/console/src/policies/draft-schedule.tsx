import { TextInput } from '@mantine/core';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { FormButton } from '../parts/form-button.js';
import { instantOf } from '../parts/local-time.js';
import { Moment } from '../parts/values.js';
import { Account } from '../parts/account.js';
import type { DraftedPolicy, PolicyDraft } from './policy-kind.js';

/** Publishes a draft at a stated time. */
export function ScheduleButton({ kind, policy, draft: { policy_id, digest } }: DraftedPolicy) {
  const { ndx } = useApi();
  return (
    <FormButton
      label="Publish at a time"
      title={`Publish at a time: ${policy.name}`}
      submitLabel="Schedule"
      size="xs"
      variant="default"
      objectId={digest}
      initial={{ publish_at: '' }}
      act={({ publish_at }) =>
        ndx[`schedule${kind}PolicyDraft`]({
          path: { policy_id },
          body: { digest, publish_at: instantOf(publish_at) },
        })
      }
    >
      {(input) => (
        <TextInput
          type="datetime-local"
          step={1}
          label="Publish at"
          description="In your time zone. A change of the draft withdraws it."
          {...input('publish_at')}
        />
      )}
    </FormButton>
  );
}

/** Withdraws the time; the draft stays. */
export function UnscheduleButton({ kind, policy, draft: { policy_id, digest } }: DraftedPolicy) {
  const { ndx } = useApi();
  return (
    <ConfirmButton
      label="Withdraw the schedule"
      question={`Withdraw the schedule: ${policy.name}?`}
      size="xs"
      variant="default"
      act={() => ndx[`unschedule${kind}PolicyDraft`]({ path: { policy_id }, query: { digest } })}
    >
      The draft stays, and waits for a publication.
    </ConfirmButton>
  );
}

type Schedule = NonNullable<PolicyDraft['schedule']>;

/** When a draft is published, who decided that, and why it was not, if it was not. */
export function scheduleFacts({ schedule }: PolicyDraft) {
  return [
    ['To be published', schedule && <Moment at={schedule.publish_at} />],
    [
      'Scheduled by',
      schedule && <Account accountId={schedule.account_id} entityId={schedule.entity_id} />,
    ],
    ['Not published', schedule && failureOf(schedule)],
  ] as const;
}

function failureOf({ failure }: Schedule) {
  return (
    failure && (
      <>
        <Moment at={failure.failed_at} />: {failure.reason}
      </>
    )
  );
}

import { Group, Text, Textarea } from '@mantine/core';
import type { QueryingPolicyTest } from '@ndx/client';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { FormButton } from '../parts/form-button.js';
import { Notice } from '../parts/notice.js';
import { useSession } from '../session/session.js';
import { ScheduleButton, UnscheduleButton } from './draft-schedule.js';
import type { DraftedPolicy } from './policy-kind.js';
import { publicationInWords, usePublish } from './publication.js';
import { simulationInWords, testsInWords } from './draft-summary.js';
import { SubmitButton } from './submit-button.js';
import { SimulateButton } from '../simulations/simulate-button.js';

export interface DraftActionsProps extends DraftedPolicy {
  readonly isReviewed: boolean;
  /** Whether the draft is of the present version, so that it can be approved and published. */
  readonly isCurrent: boolean;
  /** The tests of the policy that fail under the draft. */
  readonly failing: readonly QueryingPolicyTest[];
}

/** Approves, publishes or discards a draft; the server checks who may, and that it is the same one. */
export function DraftActions({ isReviewed, isCurrent, failing, ...drafted }: DraftActionsProps) {
  const { draft } = drafted;
  const { caller, may } = useSession();
  const isEditor = draft.editor_account_ids.includes(caller.account_id);
  const mayApprove = isCurrent && !isEditor && draft.approval?.account_id !== caller.account_id;
  const needsApproval = isReviewed && draft.approval === null;
  const isPublishable = isCurrent && !needsApproval && failing.length === 0;
  return (
    <>
      {isCurrent && needsApproval && isEditor && (
        <Text size="sm">
          You saved this draft or one that it replaced, so another account of a governor has to
          approve it{draft.submission === null && ', after you have submitted it'}.
        </Text>
      )}
      {isCurrent && needsApproval && !isEditor && draft.submission === null && (
        <Text size="sm">You can approve this draft when its author has submitted it.</Text>
      )}
      {failing.length > 0 && <FailingTests failing={failing} />}
      <Group gap="xs">
        {isCurrent && isEditor && <SubmitButton {...drafted} />}
        {mayApprove && <ApproveButton {...drafted} />}
        {isPublishable && <PublishButton {...drafted} />}
        {isPublishable && <ScheduleButton {...drafted} />}
        {draft.schedule !== null && <UnscheduleButton {...drafted} />}
        {isCurrent && !isPublishable && (
          <BreakGlassButton {...drafted} obstacle={needsApproval ? 'an approval' : 'the tests'} />
        )}
        {'model_selections' in draft && may('network:admin') && <SimulateButton draft={draft} />}
        <DiscardButton {...drafted} />
      </Group>
    </>
  );
}

function ApproveButton({ kind, policy, draft }: DraftedPolicy) {
  const { ndx } = useApi();
  const { policy_id, digest, submission } = draft;
  if (!submission) return null;
  const { summary, summary_digest } = submission;
  return (
    <ConfirmButton
      label="Approve the draft"
      question={`Approve the draft: ${policy.name}?`}
      size="xs"
      act={() =>
        ndx[`approve${kind}PolicyDraft`]({ path: { policy_id }, body: { digest, summary_digest } })
      }
    >
      The approval is of this draft and of its submitted summary below, and is recorded with your
      account: {summary.explanation} {simulationInWords(summary)} {testsInWords(summary)} A change
      of the draft or of the policy ends it.
    </ConfirmButton>
  );
}

function DiscardButton({ kind, policy, draft: { policy_id, digest } }: DraftedPolicy) {
  const { ndx } = useApi();
  return (
    <ConfirmButton
      label="Discard the draft"
      question={`Discard the draft: ${policy.name}?`}
      size="xs"
      variant="default"
      act={() => ndx[`discard${kind}PolicyDraft`]({ path: { policy_id }, query: { digest } })}
    >
      What the draft changes is lost. The policy stays as it is.
    </ConfirmButton>
  );
}

function PublishButton(drafted: DraftedPolicy) {
  const { policy, draft } = drafted;
  const publish = usePublish(drafted);
  return (
    <ConfirmButton
      label="Publish the draft"
      question={`Publish the draft: ${policy.name}?`}
      size="xs"
      act={() => publish({ digest: draft.digest })}
    >
      {publicationInWords(drafted)}
    </ConfirmButton>
  );
}

function FailingTests({ failing }: Pick<DraftActionsProps, 'failing'>) {
  const count = failing.length === 1 ? 'A test fails' : `${failing.length} tests fail`;
  return (
    <Notice color="red" title={`${count} under the draft`}>
      It cannot be published until the rules or the tests are corrected:{' '}
      {failing.map(({ name }) => name).join(', ')}.
    </Notice>
  );
}

interface BreakGlassProps extends DraftedPolicy {
  /** What the publication does not wait for. */
  readonly obstacle: 'an approval' | 'the tests';
}

/** Without the required approval, or although tests fail (decisions 0111, 0115). */
function BreakGlassButton({ obstacle, ...drafted }: BreakGlassProps) {
  const { policy, draft } = drafted;
  const publish = usePublish(drafted);
  const label =
    obstacle === 'an approval' ? 'Publish without approval' : 'Publish although tests fail';
  return (
    <FormButton
      label={label}
      title={`${label}: ${policy.name}`}
      submitLabel={label}
      size="xs"
      color="red"
      variant="light"
      objectId={draft.digest}
      initial={{ reason: '' }}
      act={({ reason }) => publish({ digest: draft.digest, break_glass_reason: reason })}
    >
      {(input) => (
        <>
          <Notice color="red" title="For an emergency">
            It raises an alert to the operators. The version shows the reason to the governors of
            the network, and the audit log records the publication.
          </Notice>
          <Textarea
            label={`Why it cannot wait for ${obstacle}`}
            maxLength={2_000}
            autosize
            minRows={2}
            {...input('reason')}
          />
        </>
      )}
    </FormButton>
  );
}

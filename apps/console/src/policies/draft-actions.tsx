import { Group, Text, Textarea } from '@mantine/core';
import type { QueryingPolicy, QueryingPolicyDraft } from '@ndx/client';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { FormButton } from '../parts/form-button.js';
import { Notice } from '../parts/notice.js';
import { useSession } from '../session/session.js';
import { ScheduleButton, UnscheduleButton } from './draft-schedule.js';
import { SimulateButton } from '../simulations/simulate-button.js';

interface DraftActionsProps {
  readonly policy: QueryingPolicy;
  readonly draft: QueryingPolicyDraft;
  readonly isReviewed: boolean;
}

/** Approves, publishes or discards a draft; the server checks who may, and that it is the same one. */
export function DraftActions({ policy, draft, isReviewed }: DraftActionsProps) {
  const { caller, may } = useSession();
  const isEditor = draft.editor_account_ids.includes(caller.account_id);
  const isCurrent = draft.base_version === policy.version;
  const mayApprove = isCurrent && !isEditor && draft.approval?.account_id !== caller.account_id;
  const needsApproval = isReviewed && draft.approval === null;
  return (
    <>
      {isCurrent && needsApproval && isEditor && (
        <Text size="sm">
          You saved this draft or one that it replaced, so another account of a governor has to
          approve it.
        </Text>
      )}
      <Group gap="xs">
        {mayApprove && <ApproveButton draft={draft} name={policy.name} />}
        {isCurrent && !needsApproval && <PublishButton draft={draft} policy={policy} />}
        {isCurrent && !needsApproval && <ScheduleButton draft={draft} policy={policy} />}
        {draft.schedule !== null && <UnscheduleButton draft={draft} name={policy.name} />}
        {isCurrent && needsApproval && <BreakGlassButton draft={draft} policy={policy} />}
        {may('network:admin') && <SimulateButton draft={draft} />}
        <DiscardButton draft={draft} name={policy.name} />
      </Group>
    </>
  );
}

interface OfDraft {
  readonly draft: QueryingPolicyDraft;
  /** The name of the policy. */
  readonly name: string;
}

function ApproveButton({ draft: { policy_id, digest }, name }: OfDraft) {
  const { ndx } = useApi();
  return (
    <ConfirmButton
      label="Approve the draft"
      question={`Approve the draft: ${name}?`}
      size="xs"
      act={() => ndx.approveQueryingPolicyDraft({ path: { policy_id }, body: { digest } })}
    >
      The approval is of this draft and its effect below, and is recorded with your account. A
      change of the draft or of the policy ends it.
    </ConfirmButton>
  );
}

function DiscardButton({ draft: { policy_id, digest }, name }: OfDraft) {
  const { ndx } = useApi();
  return (
    <ConfirmButton
      label="Discard the draft"
      question={`Discard the draft: ${name}?`}
      size="xs"
      variant="default"
      act={() => ndx.discardQueryingPolicyDraft({ path: { policy_id }, query: { digest } })}
    >
      What the draft changes is lost. The policy stays as it is.
    </ConfirmButton>
  );
}

type PublicationProps = Pick<DraftActionsProps, 'policy' | 'draft'>;

function PublishButton({ policy, draft: { policy_id, digest } }: PublicationProps) {
  const { ndx } = useApi();
  return (
    <ConfirmButton
      label="Publish the draft"
      question={`Publish the draft: ${policy.name}?`}
      size="xs"
      act={() => ndx.publishQueryingPolicyDraft({ path: { policy_id }, body: { digest } })}
    >
      The draft becomes version {policy.version + 1}, which applies to every query that starts
      afterwards.
    </ConfirmButton>
  );
}

/** Without the approval that the network requires (decision 0111). */
function BreakGlassButton({ policy, draft: { policy_id, digest } }: PublicationProps) {
  const { ndx } = useApi();
  return (
    <FormButton
      label="Publish without approval"
      title={`Publish without approval: ${policy.name}`}
      submitLabel="Publish without approval"
      size="xs"
      color="red"
      variant="light"
      initial={{ reason: '' }}
      act={({ reason }) =>
        ndx.publishQueryingPolicyDraft({
          path: { policy_id },
          body: { digest, break_glass_reason: reason },
        })
      }
    >
      {(input) => (
        <>
          <Notice color="red" title="For an emergency">
            It raises an alert to the operators. The version and the audit log keep your account and
            the reason.
          </Notice>
          <Textarea
            label="Why it cannot wait for an approval"
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

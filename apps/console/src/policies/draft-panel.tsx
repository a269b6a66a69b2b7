import { Card, Stack, Text } from '@mantine/core';
import type { QueryingPolicyTests } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { both, Loaded } from '../parts/loaded.js';
import { Notice } from '../parts/notice.js';
import { Panel } from '../parts/page.js';
import { Facts, Id, Moment, StatusBadge } from '../parts/values.js';
import { useSession } from '../session/session.js';
import { RecordSimulation } from '../simulations/record-simulation.js';
import { Account } from '../parts/account.js';
import { Comparison } from './comparison.js';
import { draftComparisonQuery } from './comparison-query.js';
import { DraftActions } from './draft-actions.js';
import { SubmittedSummary } from './draft-summary.js';
import { scheduleFacts } from './draft-schedule.js';
import { KIND_WORDS, type DraftedPolicy, type KindOfPolicy } from './policy-kind.js';
import { failingTests } from './policy-tests.js';
import { usePolicyDraft } from './use-policy-draft.js';
import { useReviewed } from './use-reviewed.js';

interface DraftPanelProps extends KindOfPolicy {
  readonly networkId: string;
  readonly mayGovern: boolean;
  /** The policy cannot have a new draft, because a later version has its name. */
  readonly isFormer?: boolean;
  /** The tests that a querying policy carries. */
  readonly tests?: QueryingPolicyTests;
}

/** The draft beside what is published: what it would change, and its way to the next version. */
export function DraftPanel(props: DraftPanelProps) {
  const { networkId, mayGovern, isFormer = false, tests, ...of } = props;
  const { kind, policy } = of;
  const { may } = useSession();
  const query = both(usePolicyDraft(kind, policy.id), useReviewed(networkId));
  return (
    <Panel title="Draft of the next version">
      <Loaded query={query}>
        {([draft, isReviewed]) =>
          draft === null ? (
            <Text size="sm" c="dimmed">
              No draft is open.{' '}
              {isReviewed
                ? 'In this network a second account approves each change of a published policy.'
                : `A draft shows what a change would do, and applies to ${KIND_WORDS[kind].none} until it is published.`}
            </Text>
          ) : (
            <Stack>
              <Card withBorder padding="lg">
                <Stack>
                  <DraftFacts kind={kind} draft={draft} isReviewed={isReviewed} />
                  <OutdatedDraft policy={policy} draft={draft} isFormer={isFormer} />
                  {mayGovern && (
                    <DraftActions
                      // A dialog that is open never applies to a draft that its reader did not see.
                      key={`${draft.digest} ${policy.version}`}
                      {...of}
                      draft={draft}
                      isReviewed={isReviewed}
                      isCurrent={draft.base_version === policy.version && !isFormer}
                      failing={tests ? failingTests(tests, draft) : []}
                    />
                  )}
                </Stack>
              </Card>
              <SubmittedSummary draft={draft} />
              <DraftComparison kind={kind} draft={draft} />
              {'policy_metadata' in draft &&
                draft.status === 'published' &&
                mayGovern &&
                may('network:admin') && <RecordSimulation key={draft.digest} draft={draft} />}
            </Stack>
          )
        }
      </Loaded>
    </Panel>
  );
}

interface OutdatedDraftProps extends Pick<DraftedPolicy, 'policy' | 'draft'> {
  readonly isFormer: boolean;
}

function OutdatedDraft({ policy, draft, isFormer }: OutdatedDraftProps) {
  if (isFormer) {
    return (
      <Notice color="orange" title="The policy has a later version">
        The draft cannot be published any more. Discard it, and draft the change of that version.
      </Notice>
    );
  }
  if (draft.base_version === policy.version) return null;
  return (
    <Notice color="orange" title="The policy has changed since">
      The draft is based on version {draft.base_version}, and the policy is at version{' '}
      {policy.version}. Edit the draft and save it to base it on that one; the rules of the draft
      then replace what that version changed.
    </Notice>
  );
}

interface DraftFactsProps extends Pick<DraftedPolicy, 'kind' | 'draft'> {
  readonly isReviewed: boolean;
}

function DraftFacts({ kind, draft, isReviewed }: DraftFactsProps) {
  const { approval } = draft;
  return (
    <Facts
      facts={[
        ['Author', <Account accountId={draft.account_id} entityId={draft.entity_id} />],
        ['Saved', <Moment at={draft.saved_at} />],
        ['Based on version', draft.base_version],
        ['Comment', draft.comment],
        ['Status when published', <StatusBadge status={KIND_WORDS[kind].states[draft.status]} />],
        ['Digest', <Id value={draft.digest} />],
        approval === null
          ? ['Approval', isReviewed ? 'Needed, and not given' : 'Not needed in this network']
          : [
              'Approved by',
              <Account accountId={approval.account_id} entityId={approval.entity_id} />,
            ],
        ['Approved', approval && <Moment at={approval.approved_at} />],
        ...scheduleFacts(draft),
      ]}
    />
  );
}

function DraftComparison(drafted: Pick<DraftedPolicy, 'kind' | 'draft'>) {
  const { ndx } = useApi();
  return (
    <Loaded query={useQuery(draftComparisonQuery(ndx, drafted))}>
      {(summary) => <Comparison label="Effect of the draft" summary={summary} />}
    </Loaded>
  );
}

import { Card, Stack, Text } from '@mantine/core';
import type { QueryingPolicy, QueryingPolicyDraft } from '@ndx/client';
import { useRead } from '../app/reads.js';
import { both, Loaded } from '../parts/loaded.js';
import { Notice } from '../parts/notice.js';
import { Panel } from '../parts/page.js';
import { Facts, Id, Moment, StatusBadge } from '../parts/values.js';
import { Account } from './account.js';
import { Comparison } from './comparison.js';
import { DraftActions } from './draft-actions.js';
import { scheduleFacts } from './draft-schedule.js';
import { termsOfDraft } from './draft-terms.js';
import { usePolicyDraft } from './use-policy-draft.js';
import { useReviewed } from './use-reviewed.js';

interface DraftPanelProps {
  readonly policy: QueryingPolicy;
  readonly networkId: string;
  readonly mayGovern: boolean;
}

/** The draft beside what is published: what it would change, and its way to the next version. */
export function DraftPanel({ policy, networkId, mayGovern }: DraftPanelProps) {
  const query = both(usePolicyDraft(policy.id), useReviewed(networkId));
  return (
    <Panel title="Draft of the next version">
      <Loaded query={query}>
        {([draft, isReviewed]) =>
          draft === null ? (
            <Text size="sm" c="dimmed">
              No draft is open.{' '}
              {isReviewed
                ? 'In this network a second account approves each change of a published policy.'
                : 'A draft shows what a change would do, and applies to no query until it is published.'}
            </Text>
          ) : (
            <Stack>
              <Card withBorder padding="lg">
                <Stack>
                  <DraftFacts draft={draft} isReviewed={isReviewed} />
                  {draft.base_version !== policy.version && (
                    <Notice color="orange" title="The policy has changed since">
                      The draft is based on version {draft.base_version}, and the policy is at
                      version {policy.version}. Edit the draft and save it to base it on that one;
                      the rules of the draft then replace what that version changed.
                    </Notice>
                  )}
                  {mayGovern && (
                    <DraftActions
                      // A dialog that is open never applies to a draft that its reader did not see.
                      key={`${draft.digest} ${policy.version}`}
                      policy={policy}
                      draft={draft}
                      isReviewed={isReviewed}
                    />
                  )}
                </Stack>
              </Card>
              <DraftComparison draft={draft} />
            </Stack>
          )
        }
      </Loaded>
    </Panel>
  );
}

interface DraftFactsProps {
  readonly draft: QueryingPolicyDraft;
  readonly isReviewed: boolean;
}

function DraftFacts({ draft, isReviewed }: DraftFactsProps) {
  const { approval } = draft;
  return (
    <Facts
      facts={[
        ['Author', <Account accountId={draft.account_id} entityId={draft.entity_id} />],
        ['Saved', <Moment at={draft.saved_at} />],
        ['Based on version', draft.base_version],
        ['Comment', draft.comment],
        ['Status when published', <StatusBadge status={draft.status} />],
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

function DraftComparison({ draft }: { readonly draft: QueryingPolicyDraft }) {
  const request = { path: { policy_id: draft.policy_id }, body: termsOfDraft(draft) };
  return (
    <Loaded query={useRead('compareQueryingPolicy', request)}>
      {(summary) => <Comparison summary={summary} />}
    </Loaded>
  );
}

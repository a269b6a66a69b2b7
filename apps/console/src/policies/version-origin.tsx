import { Stack, Text } from '@mantine/core';
import type { PublishedDraft } from '@ndx/client';
import { Notice } from '../parts/notice.js';
import { Facts, Id, Moment } from '../parts/values.js';
import { simulationInWords, testsInWords } from './draft-summary.js';
import { Account } from '../parts/account.js';

/** Who saved and who approved the draft that became a version, or why nobody approved it. */
export function VersionOrigin({ draft }: { readonly draft: PublishedDraft }) {
  const { approval, break_glass_reason: reason, failed_tests: tests } = draft;
  return (
    <Stack gap="sm" mb="sm">
      <Facts
        facts={[
          ['Author of the draft', <Account accountId={draft.author_account_id} />],
          [
            'Approved by',
            approval && <Account accountId={approval.account_id} entityId={approval.entity_id} />,
          ],
          ['Approved', approval && <Moment at={approval.approved_at} />],
          ['Effect that was approved', approval?.summary.explanation],
          ['Simulation that was approved', approval && simulationInWords(approval.summary)],
          ['Tests that were approved', approval && testsInWords(approval.summary)],
          ['Digest of the summary', approval && <Id value={approval.summary_digest} />],
          ['Comment', draft.comment],
        ]}
      />
      {reason !== null && (
        <Notice
          color="red"
          title={
            tests.length > 0 ? 'Published although tests failed' : 'Published without approval'
          }
        >
          {reason}
          {tests.length > 0 && (
            <Text size="sm" mt={4}>
              Failed: {tests.join(', ')}
            </Text>
          )}
        </Notice>
      )}
    </Stack>
  );
}

import { Stack, Text } from '@mantine/core';
import type { OpenPolicyDraft } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useList, type List } from '../app/reads.js';
import { AddressSegments } from '../parts/address-filter.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { Listed } from '../parts/listed.js';
import type { WholeList } from '../parts/list-file.js';
import { useNames } from '../parts/names.js';
import { Page, TextLink } from '../parts/page.js';
import { SavedViews } from '../parts/saved-views.js';
import { Age, Moment } from '../parts/values.js';
import { useSession } from '../session/session.js';
import { inWords } from '../parts/words.js';
import { Account } from '../parts/account.js';
import { awaitsApprovalOf } from './policy-draft-search.js';

const route = getRouteApi('/policy-drafts');

const APPROVAL = { all: 'All', yours: 'Await your approval' };

/** The open drafts of both kinds of policies in every network that the institution governs. */
export function PolicyDraftsPage() {
  const { networks } = useSession();
  const nameOf = useNames(networks.map(({ network_id }) => network_id));
  const { caller } = useSession();
  const { approval } = route.useSearch();
  const all = useList('listPolicyDrafts', {});
  const list = approval === undefined ? all : awaitedIn(all, caller);
  return (
    <Page
      title="Policy drafts"
      about="The changes of querying and furnishing policies that are not published, in every network that your institution governs."
    >
      <Stack gap="sm">
        <SavedViews />
        <AddressSegments
          name="approval"
          label="Approval"
          value={approval ?? 'all'}
          options={APPROVAL}
        />
        <Listed
          list={list}
          noun={['draft', 'drafts']}
          isFiltered={approval !== undefined}
          more="Load more drafts"
          file={{ list: list, name: 'policy-drafts' }}
        >
          {(drafts) => (
            <DataTable
              label="Policy drafts"
              rows={drafts}
              keyOf={({ policy_id }) => policy_id}
              minWidth={1080}
              columns={[
                { header: 'Policy', cell: (draft) => <PolicyLink draft={draft} /> },
                { header: 'State', cell: (draft) => <State draft={draft} /> },
                {
                  header: 'Author',
                  cell: (draft) => (
                    <Account accountId={draft.account_id} entityId={draft.entity_id} />
                  ),
                },
                { header: 'Saved', cell: ({ saved_at }) => <Age at={saved_at} /> },
                { header: 'Based on', cell: baseInWords },
                { header: 'Comment', cell: ({ comment }) => comment },
                { header: 'Network', cell: ({ network_id }) => nameOf(network_id) },
              ]}
              empty={
                <Empty
                  title={approval ? 'No draft awaits your approval' : 'No draft is open'}
                  art="done"
                >
                  Edit a policy and save a draft to see its effect before it applies.
                </Empty>
              }
            />
          )}
        </Listed>
      </Stack>
    </Page>
  );
}

/** The drafts of a list that await the approval of an account. */
function awaitedIn<L extends List<OpenPolicyDraft> & WholeList<OpenPolicyDraft>>(
  list: L,
  caller: Parameters<typeof awaitsApprovalOf>[0],
) {
  const isAwaited = (draft: OpenPolicyDraft) => awaitsApprovalOf(caller, draft);
  const { data, each, filters } = list;
  return {
    ...list,
    data: data && { ...data, items: data.items.filter(isAwaited) },
    filters: { ...filters, approval: 'yours' },
    each: async function* (signal: AbortSignal) {
      for await (const draft of each(signal)) if (isAwaited(draft)) yield draft;
    },
  };
}

interface OfDraft {
  readonly draft: OpenPolicyDraft;
}

function PolicyLink({ draft }: OfDraft) {
  const { kind, name, policy_id: policyId, network_id: network } = draft;
  return (
    <>
      <TextLink
        to={kind === 'querying' ? '/policies/$policyId' : '/furnishing-policies/$policyId'}
        params={{ policyId }}
        search={{ network }}
      >
        {name}
      </TextLink>
      <Text size="xs" c="dimmed">
        {inWords(`${kind}_policy`)}
      </Text>
    </>
  );
}

function baseInWords({ base_version: base, policy_version: version }: OpenPolicyDraft): string {
  return base === version ? `Version ${base}` : `Version ${base}; the policy is at ${version}`;
}

/** What the publication waits for, and who can do it. */
function State({ draft }: OfDraft) {
  const { caller } = useSession();
  const { schedule, submission, approval, awaits_approval: awaits } = draft;
  const isEditor = draft.editor_account_ids.includes(caller.account_id);
  if (schedule?.failure) return `Not published: ${inWords(schedule.failure.reason)}`;
  return (
    <>
      {awaits && (
        <div>
          {submission === null
            ? 'Not submitted for approval'
            : isEditor
              ? 'Awaits the approval of another account'
              : 'Awaits an approval, which you can give'}
        </div>
      )}
      {approval && (
        <div>
          Approved by <Account accountId={approval.account_id} entityId={approval.entity_id} />
        </div>
      )}
      {schedule && (
        <div>
          Scheduled for <Moment at={schedule.publish_at} />
        </div>
      )}
      {!awaits && !schedule && 'Can be published'}
    </>
  );
}

import { Card, Stack } from '@mantine/core';
import type { QueryEvidence } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { BackLink } from '../parts/back-link.js';
import { Empty } from '../parts/empty.js';
import { Facts } from '../parts/facts.js';
import { Id } from '../parts/id.js';
import { Loaded } from '../parts/loaded.js';
import { Moment } from '../parts/moment.js';
import { useNames } from '../parts/names.js';
import { Page } from '../parts/page.js';
import { Panel } from '../parts/panel.js';
import { TextLink } from '../parts/text-link.js';
import { inWords } from '../parts/words.js';
import { OutcomeBadge } from '../queries/outcome-badge.js';
import { EvidenceEntries, UsedRecords } from './evidence-tables.js';

const route = getRouteApi('/usage/$queryEventId');

/** What proves one billed query: its event, the records that it used, and its audit entries. */
export function EvidencePage() {
  const { queryEventId } = route.useParams();
  const { ndx } = useApi();
  const query = useQuery({
    queryKey: ['evidence', queryEventId],
    queryFn: async () => (await ndx.readEvidence({ path: { query_event_id: queryEventId } })).data,
  });
  return (
    <Stack gap="xs">
      <BackLink to="/usage" label="Usage" />
      <Page
        title="Evidence of a query"
        about="What was billed, the rules that applied, the records that the answer used, and the audit entries."
      >
        <Loaded query={query}>{(evidence) => <Evidence evidence={evidence} />}</Loaded>
      </Page>
    </Stack>
  );
}

function Evidence({ evidence }: { readonly evidence: QueryEvidence }) {
  const { query_event: event, networks, records, audit_entries: entries } = evidence;
  const nameOf = useNames(networks.map(({ network_id }) => network_id));
  return (
    <>
      <Card withBorder padding="lg">
        <Facts
          facts={[
            ['Time', <Moment at={event.occurred_at} />],
            ['Institution', nameOf(event.querying_entity_id)],
            ['Product', inWords(event.product_slug)],
            ['Outcome', <OutcomeBadge outcome={event.outcome} />],
            ['Billed', event.billable ? 'Yes' : 'No'],
            ['X-Ref-Id', <Id value={event.query_event_id} />],
            ['Request id', <Id value={event.request_id} />],
            ['Certificate (SHA-256)', digest(evidence.certificate_sha256)],
            ['Why', <ExplanationLink queryEventId={event.query_event_id} />],
          ]}
        />
      </Card>
      <Panel title="Records that the answer used">
        {records.length === 0 ? (
          <Empty title="No records">
            The query had no result, or you may not read its records. The explanation has the
            reasons.
          </Empty>
        ) : (
          <UsedRecords records={records} nameOf={nameOf} />
        )}
      </Panel>
      <Panel title="Audit entries">
        {entries.length === 0 ? (
          <Empty title="No audit entries yet">
            An entry follows its query within about a second. Reload the page.
          </Empty>
        ) : (
          <EvidenceEntries entries={entries} nameOf={nameOf} />
        )}
      </Panel>
    </>
  );
}

function digest(sha256: string | null) {
  return sha256 === null ? null : <Id value={sha256} />;
}

function ExplanationLink({ queryEventId }: { readonly queryEventId: string }) {
  return (
    <TextLink to="/queries/$queryEventId" params={{ queryEventId }}>
      Explanation
    </TextLink>
  );
}

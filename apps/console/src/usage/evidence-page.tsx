import { Card } from '@mantine/core';
import type { QueryEvidence } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../app/reads.js';
import { DisputeAnswerButton } from '../disputes/dispute-answer-button.js';
import { BackLink } from '../parts/back-link.js';
import { Page, Panel } from '../parts/page.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { Facts, Id, IntactBadge, Moment, NoValue } from '../parts/values.js';
import { Loaded } from '../parts/loaded.js';
import { useNames } from '../parts/names.js';
import { inWords } from '../parts/words.js';
import { OutcomeBadge } from '../queries/outcome-badge.js';
import { ExplanationLink } from '../queries/query-links.js';
import { QuerySubject } from '../queries/query-subject.js';
import { RecordEnds } from '../queries/record-ends.js';
import { SourceRecord } from '../records/record-link.js';
import { AppliedRules } from './applied-rules.js';
import { RelianceFile } from './reliance-file.js';

const route = getRouteApi('/usage/$queryEventId');

/** What proves one billed query: its event, the records that it used, and its audit entries. */
export function EvidencePage() {
  const { queryEventId } = route.useParams();
  const query = useRead('readEvidence', { path: { query_event_id: queryEventId } });
  return (
    <Page
      back={<BackLink to="/usage" label="Usage" />}
      title="Evidence of a query"
      about="What was billed, the rules that applied, the records that the answer used, and the audit entries."
    >
      <Loaded query={query}>{(evidence) => <Evidence evidence={evidence} />}</Loaded>
    </Page>
  );
}

function Evidence({ evidence }: { readonly evidence: QueryEvidence }) {
  const { query_event: event, networks, records, record_ends: ends } = evidence;
  const nameOf = useNames(networks.map(({ network_id }) => network_id));
  return (
    <>
      <Card withBorder padding="lg">
        <Facts
          facts={[
            ['Time', <Moment at={event.occurred_at} />],
            ['Institution', nameOf(event.querying_entity_id)],
            ['Subject', <QuerySubject event={event} />],
            ['Product', inWords(event.product_slug)],
            ['Outcome', <OutcomeBadge outcome={event.outcome} />],
            ['Billed', event.billable ? 'Yes' : 'No'],
            ['X-Ref-Id', <Id value={event.query_event_id} />],
            ['Request id', <Id value={event.request_id} />],
            ['Certificate (SHA-256)', digest(evidence.certificate_sha256)],
            ['Why', <ExplanationLink queryEventId={event.query_event_id} />],
            ['Proof', <RelianceFile queryEventId={event.query_event_id} />],
            ...(ends.length > 0
              ? [['Records ended since', <RecordEnds {...{ ends, records, nameOf }} />] as const]
              : []),
          ]}
        />
      </Card>
      <Panel
        title="Records that the answer used"
        actions={<DisputeAnswerButton event={event} records={records} />}
      >
        <DataTable
          label="Records that the answer used"
          rows={records}
          keyOf={({ record_id, model_name }) => `${record_id} ${model_name}`}
          minWidth={760}
          empty={
            <Empty title="No records">
              The query had no result, or you may not read its records. The explanation has the
              reasons.
            </Empty>
          }
          columns={[
            { header: 'Section', cell: ({ model_name }) => inWords(model_name) },
            { header: 'Furnisher', cell: ({ furnishing_entity_id: id }) => nameOf(id) },
            {
              header: 'Record',
              cell: (record) => (
                <SourceRecord id={record.record_id} source={record} nameOf={nameOf} />
              ),
            },
            {
              header: 'Attestation',
              cell: ({ attestation_id: id }) =>
                id === null ? <NoValue>not attested</NoValue> : <Id value={id} />,
            },
          ]}
        />
      </Panel>
      <AppliedRules evidence={evidence} nameOf={nameOf} />
      <Panel title="Audit entries">
        <DataTable
          label="Audit entries"
          rows={evidence.audit_entries}
          keyOf={({ network_id: network, seq }) => `${network} ${seq}`}
          minWidth={900}
          empty={
            <Empty title="No audit entries yet">
              An entry follows its query within about a second. Reload the page.
            </Empty>
          }
          columns={[
            { header: 'Network', cell: ({ network_id: network }) => nameOf(network) },
            { header: 'Entry', align: 'right', cell: ({ seq }) => seq.toLocaleString() },
            { header: 'Time', cell: ({ occurred_at }) => <Moment at={occurred_at} /> },
            { header: 'Hash', cell: ({ hash }) => <Id value={hash} /> },
            {
              header: 'State',
              cell: ({ is_intact: isIntact }) => <IntactBadge isIntact={isIntact} />,
            },
          ]}
        />
      </Panel>
    </>
  );
}

function digest(sha256: string | null) {
  return sha256 === null ? null : <Id value={sha256} />;
}

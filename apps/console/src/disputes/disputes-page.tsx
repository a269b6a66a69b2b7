import type { Dispute, Network } from '@ndx/client';
import { Badge, Group, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCount, useList } from '../app/reads.js';
import { InNetwork } from '../layout/in-network.js';
import { AddressSegments } from '../parts/address-filter.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { Listed } from '../parts/listed.js';
import { useNames } from '../parts/names.js';
import { Page, TextLink } from '../parts/page.js';
import { SavedViews } from '../parts/saved-views.js';
import { Moment, StatusBadge } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { DisputeForSubjectButton } from './dispute-for-subject-button.js';
import { DISPUTE_STATES } from './dispute-search.js';

const route = getRouteApi('/disputes');

const STATES = Object.fromEntries(['all', ...DISPUTE_STATES].map((one) => [one, inWords(one)]));

const DUE = { all: 'All', overdue: 'Overdue' };

/** The disputes that the institution opened or has to decide; for a governor all of its networks. */
export function DisputesPage() {
  return (
    <Page
      title="Disputes"
      about="Disputes that your institution opened, disputes of its records, and for a governor every dispute of its networks; overdue ones first."
      actions={<DisputeForSubjectButton />}
    >
      <InNetwork>{(network) => <Disputes network={network} />}</InNetwork>
    </Page>
  );
}

function Disputes({ network: { network_id: networkId } }: { readonly network: Network }) {
  const { state, due } = route.useSearch();
  const filters = { ...(state && { state }), ...(due && { overdue: true }) };
  const isFiltered = state !== undefined || due !== undefined;
  const list = useList('listDisputes', { query: filters });
  const total = useCount('countDisputes', filters, { enabled: list.hasNextPage });
  const nameOf = useNames([networkId]);
  return (
    <Stack gap="sm">
      <SavedViews />
      <Group gap="sm">
        <AddressSegments name="state" label="State" value={state ?? 'all'} options={STATES} />
        <AddressSegments name="due" label="Deadline" value={due ?? 'all'} options={DUE} />
      </Group>
      <Listed
        list={list}
        noun={['dispute', 'disputes']}
        isFiltered={isFiltered}
        total={total}
        more="Load more disputes"
        file={{ list: list, name: 'disputes' }}
      >
        {(disputes) => (
          <DataTable
            label="Disputes"
            rows={disputes}
            keyOf={({ dispute_id }) => dispute_id}
            minWidth={900}
            columns={[
              { header: 'Disputed', cell: (dispute) => <DisputeLink dispute={dispute} /> },
              { header: 'State', cell: (dispute) => <DisputeState dispute={dispute} /> },
              { header: 'Due', cell: (dispute) => <Due dispute={dispute} /> },
              { header: 'Furnisher', cell: (one) => nameOf(one.furnishing_entity_id) },
              { header: 'Disputed by', cell: (one) => nameOf(one.disputing_entity_id) },
              { header: 'Opened', cell: ({ opened_at }) => <Moment at={opened_at} /> },
            ]}
            empty={
              <Empty
                art="done"
                title={isFiltered ? 'No dispute matches the filters' : 'No dispute'}
              >
                An institution disputes a record that one of its queries used, or for the subject.
              </Empty>
            }
          />
        )}
      </Listed>
    </Stack>
  );
}

export function DisputeState({ dispute: { state, is_overdue } }: { readonly dispute: Dispute }) {
  return (
    <Group gap={4}>
      <StatusBadge status={state} />
      {is_overdue && <Badge color="red">Overdue</Badge>}
    </Group>
  );
}

/** The deadline that comes next; none after the decision. */
function Due({ dispute }: { readonly dispute: Dispute }) {
  const { state, acknowledge_by, decide_by } = dispute;
  if (state === 'decided') return null;
  return <Moment at={state === 'open' ? acknowledge_by : decide_by} />;
}

function DisputeLink({ dispute }: { readonly dispute: Dispute }) {
  const { dispute_id: disputeId, model_name: model, field_name: field } = dispute;
  return (
    <TextLink to="/disputes/$disputeId" params={{ disputeId }}>
      {inWords(model)}
      {field !== null && ` · ${inWords(field)}`}
    </TextLink>
  );
}

import { Badge, Stack } from '@mantine/core';
import type { Coverage } from '@ndx/client';
import { DataTable, Empty } from '../parts/data-table.js';
import { useNames } from '../parts/names.js';
import { Notice } from '../parts/notice.js';
import { Panel } from '../parts/page.js';
import { inWords } from '../parts/words.js';
import { Remedies } from '../queries/remedies.js';
import { Sections } from '../queries/sections.js';

/** How a query would be answered, and what each furnisher has. */
export function CoverageResult({ coverage }: { readonly coverage: Coverage }) {
  const { issuable, explanation, entities } = coverage;
  const nameOf = useNames(explanation.networks.map(({ network_id }) => network_id));
  return (
    <Stack gap="xl">
      <Notice
        role="status"
        color={issuable ? 'teal' : 'orange'}
        title={issuable ? 'A query would have a result' : 'A query would have no result (204)'}
      >
        <Remedies explanation={explanation} nameOf={nameOf} />
      </Notice>
      <Panel title="Furnishers">
        <DataTable
          label="Furnishers"
          rows={entities}
          keyOf={(entity) => `${entity.network_id} ${entity.furnishing_entity_id}`}
          minWidth={720}
          empty={
            <Empty title="No furnisher has data that you may read">
              The sections below have the reasons.
            </Empty>
          }
          columns={[
            {
              header: 'Furnisher',
              cell: ({ furnishing_entity_name: name, furnishing_entity_id: id }) =>
                name ?? nameOf(id),
            },
            { header: 'Network', cell: ({ network_id }) => nameOf(network_id) },
            { header: 'Sections', cell: ({ models }) => <Models models={models} /> },
            {
              header: 'Requirements',
              cell: ({ complete }) =>
                complete ? <Badge color="teal">Met</Badge> : <Badge color="orange">Not met</Badge>,
            },
            {
              header: 'Missing',
              cell: ({ missing }) => (missing.length === 0 ? 'nothing' : missing.join(', ')),
            },
          ]}
        />
      </Panel>
      <Panel title="Sections">
        <Sections sections={explanation.sections} nameOf={nameOf} />
      </Panel>
    </Stack>
  );
}

function Models({ models }: Pick<Coverage['entities'][number], 'models'>) {
  return (
    <Stack gap={2}>
      {models.map(({ model_name, met_count: met, total_count: total }) => (
        <span key={model_name}>
          {inWords(model_name)}: {met} of {total} fields
        </span>
      ))}
    </Stack>
  );
}

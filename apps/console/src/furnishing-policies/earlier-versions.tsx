import { DataTable } from '../parts/data-table.js';
import { Panel, TextLink } from '../parts/page.js';
import { Moment } from '../parts/values.js';
import { RestoreButton } from '../policies/restore-button.js';
import { rulesInWords, rulesOf } from './acceptance-rules.js';
import type { PlacedPolicy } from './use-furnishing-policies.js';

/** The versions of the name before the newest one, each of which can be the next draft. */
export function EarlierVersions({ policy }: { readonly policy: PlacedPolicy }) {
  if (policy.earlier.length === 0) return null;
  return (
    <Panel title="Earlier versions">
      <DataTable
        label="Earlier versions"
        rows={policy.earlier}
        keyOf={({ id }) => id}
        columns={[
          {
            header: 'Version',
            cell: ({ id: policyId, version }) => (
              <TextLink to="/furnishing-policies/$policyId" params={{ policyId }}>
                {version}
              </TextLink>
            ),
          },
          {
            header: 'Started',
            cell: ({ active_on: at }) => (at === null ? 'not set' : <Moment at={at} />),
          },
          { header: 'A record needs', cell: (version) => rulesInWords(rulesOf(version)) },
          { header: 'Comment', cell: ({ draft }) => draft?.comment },
          {
            header: 'Action',
            isPinned: true,
            cell: (version) => (
              <RestoreButton
                kind="Furnishing"
                policy={policy}
                version={version.version}
                terms={{ policy_metadata: { ...rulesOf(version) } }}
              />
            ),
          },
        ]}
        empty={null}
      />
    </Panel>
  );
}

import { Button } from '@mantine/core';
import type { QueryingPolicy, QueryingPolicyVersion } from '@ndx/client';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { readQuery } from '../app/reads.js';
import { DataTable } from '../parts/data-table.js';
import { ListFile } from '../parts/list-file.js';
import { Failure } from '../parts/loaded.js';
import { Panel, TextLink } from '../parts/page.js';
import { Moment } from '../parts/values.js';
import { Account } from '../parts/account.js';
import { termsOf } from './draft-terms.js';
import { RestoreButton } from './restore-button.js';

/** Versions that are shown at first, and that a press of the button adds. */
const SHOWN = 5;

/** The versions before the present one, newest first, each of which can be the next draft. */
export function EarlierVersions({ policy }: { readonly policy: QueryingPolicy }) {
  const { ndx } = useApi();
  const [count, setCount] = useState(SHOWN);
  const earlier = policy.version - 1;
  const length = Math.min(count, earlier);
  const { versions, failed } = useQueries({
    queries: Array.from({ length }, (_, index) => ({
      ...readQuery(ndx, 'readQueryingPolicyVersion', {
        path: { policy_id: policy.id, version: earlier - index },
      }),
      // A saved version never changes.
      staleTime: 'static' as const,
    })),
    combine: (read) => ({
      versions: read.flatMap(({ data }) => data ?? []),
      failed: read.find(({ error }) => error !== null),
    }),
  });
  if (earlier === 0) return null;
  async function* each(signal: AbortSignal) {
    for (let version = earlier; version > 0; version -= 1) {
      const path = { policy_id: policy.id, version };
      yield (await ndx.readQueryingPolicyVersion({ path, signal })).data;
    }
  }
  return (
    <Panel
      title="Earlier versions"
      actions={
        <ListFile name="policy-versions" list={{ each, filters: { policy_id: policy.id } }} />
      }
    >
      {failed?.error && <Failure error={failed.error} retry={failed.refetch} />}
      <DataTable
        label="Earlier versions"
        rows={versions}
        keyOf={({ version }) => String(version)}
        columns={[
          { header: 'Version', cell: (version) => <VersionLink policy={policy} of={version} /> },
          { header: 'Saved', cell: ({ saved_at }) => <Moment at={saved_at} /> },
          {
            header: 'By',
            cell: ({ account_id, entity_id }) =>
              account_id !== null && <Account accountId={account_id} entityId={entity_id} />,
          },
          { header: 'Comment', cell: ({ draft }) => draft?.comment },
          {
            header: 'Action',
            isPinned: true,
            cell: (version) => (
              <RestoreButton
                kind="Querying"
                policy={policy}
                version={version.version}
                terms={termsOf(version)}
              />
            ),
          },
        ]}
        empty={null}
      />
      {length < earlier && (
        <Button variant="default" size="xs" mt="sm" onClick={() => setCount(count + SHOWN)}>
          Show earlier ones
        </Button>
      )}
    </Panel>
  );
}

interface VersionLinkProps {
  readonly policy: QueryingPolicy;
  readonly of: QueryingPolicyVersion;
}

function VersionLink({ policy, of: { version } }: VersionLinkProps) {
  return (
    <TextLink
      to="/policies/$policyId"
      params={{ policyId: policy.id }}
      search={(search) => ({ ...search, version })}
    >
      {version}
    </TextLink>
  );
}

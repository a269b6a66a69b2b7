import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { QueryingPolicy, QueryingPolicyVersion } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { useRead } from '../app/reads.js';
import { Loaded } from '../parts/loaded.js';
import { useNames } from '../parts/names.js';
import { Panel } from '../parts/page.js';
import { useSession } from '../session/session.js';
import { Comparison } from './comparison.js';
import { comparisonQuery } from './comparison-query.js';
import { termsOf } from './draft-terms.js';
import { RestoreButton } from './restore-button.js';
import { RuleTables } from './rule-tables.js';
import type { VersionSearch } from './policy-search.js';
import { conditionsInWords } from './rule-words.js';
import { rulesOf } from './rules.js';
import { useMayGovern } from './use-may-govern.js';
import { VersionOrigin } from './version-origin.js';
import type { WithProduct } from './use-with-product.js';

const route = getRouteApi('/policies/$policyId');

type VersionsProps = WithProduct<QueryingPolicy>;

/** The rules of the selected version, and its differences to another one; both in the address. */
export function Versions({ policy, product }: VersionsProps) {
  const { version = policy.version, compare } = route.useSearch();
  const shown = usePolicyVersion(policy.id, version);
  return (
    <Stack gap="xl">
      <Selects policy={policy} />
      <Loaded query={shown}>
        {(found) => (
          <>
            {compare !== undefined && compare !== version && (
              <FromVersion base={compare} version={version} policy={policy} />
            )}
            <Rules version={found} policy={policy} product={product} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

/** A saved version; it never changes. */
function usePolicyVersion(policyId: string, version: number) {
  const path = { policy_id: policyId, version };
  return useRead('readQueryingPolicyVersion', { path }, { staleTime: 'static' });
}

function Selects({ policy }: { readonly policy: QueryingPolicy }) {
  const { version = policy.version, compare } = route.useSearch();
  const navigate = route.useNavigate();
  const numbers = Array.from({ length: policy.version }, (_, index) => policy.version - index);
  const select = (change: VersionSearch) =>
    navigate({ search: (search) => ({ ...search, ...change }) });
  return (
    <Group gap="md">
      <NativeSelect
        label="Version"
        w={160}
        value={version}
        data={numbers.map((one) => ({
          value: String(one),
          label: one === policy.version ? `${one} (current)` : String(one),
        }))}
        onChange={({ currentTarget }) => select({ version: Number(currentTarget.value) })}
      />
      <NativeSelect
        label="Compare with"
        w={160}
        value={compare ?? ''}
        data={[
          { value: '', label: 'No comparison' },
          ...numbers
            .filter((one) => one !== version)
            .map((one) => ({ value: String(one), label: `Version ${one}` })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          select(value === '' ? { compare: undefined } : { compare: Number(value) })
        }
      />
    </Group>
  );
}

interface RulesProps extends VersionsProps {
  readonly version: QueryingPolicyVersion;
}

function Rules({ version, policy, product }: RulesProps) {
  const { networks } = useSession();
  const mayGovern = useMayGovern(
    networks.find(({ network_id }) => network_id === policy.network_id),
  );
  const nameOf = useNames(policy.network_id === null ? [] : [policy.network_id]);
  return (
    <Panel
      title={`What version ${version.version} releases`}
      actions={
        mayGovern &&
        version.version !== policy.version && (
          <RestoreButton
            kind="Querying"
            policy={policy}
            version={version.version}
            terms={termsOf(version)}
          />
        )
      }
    >
      {version.draft && <VersionOrigin draft={version.draft} />}
      <Text size="sm" mb="sm">
        A query needs {conditionsInWords(version)}.
      </Text>
      <RuleTables models={rulesOf(product, version.model_selections)} nameOf={nameOf} />
    </Panel>
  );
}

interface FromVersionProps {
  readonly base: number;
  readonly version: number;
  readonly policy: QueryingPolicy;
}

/** What one stored version releases that another does not; neither changes. */
function FromVersion({ base, version, policy }: FromVersionProps) {
  const { ndx } = useApi();
  const terms = { base_version: base, version };
  const query = useQuery({
    ...comparisonQuery(ndx, 'Querying', policy.id, terms),
    staleTime: 'static',
  });
  return (
    <Panel title={`From version ${base} to version ${version}`}>
      <Loaded query={query}>
        {(summary) => <Comparison label="Differences" summary={summary} />}
      </Loaded>
    </Panel>
  );
}

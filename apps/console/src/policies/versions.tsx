import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import type { QueryingPolicy, QueryingPolicyVersion } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../app/reads.js';
import { Loaded } from '../parts/loaded.js';
import { useNames } from '../parts/names.js';
import { Panel } from '../parts/page.js';
import { useSession } from '../session/session.js';
import { DifferenceList } from './difference-list.js';
import { differencesOf } from './differences.js';
import { RestoreButton } from './restore-button.js';
import { RuleTables } from './rule-tables.js';
import type { VersionSearch } from './policy-search.js';
import { conditionsInWords } from './rule-words.js';
import { policyRules, rulesOf } from './rules.js';
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
              <Comparison after={found} compare={compare} policy={policy} product={product} />
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
        version.version !== policy.version && <RestoreButton policy={policy} version={version} />
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

interface ComparisonProps extends VersionsProps {
  readonly after: QueryingPolicyVersion;
  readonly compare: number;
}

function Comparison({ after, compare, policy, product }: ComparisonProps) {
  const before = usePolicyVersion(policy.id, compare);
  const nameOf = useNames(policy.network_id === null ? [] : [policy.network_id]);
  return (
    <Panel title={`From version ${compare} to version ${after.version}`}>
      <Loaded query={before}>
        {(found) => (
          <DifferenceList
            differences={differencesOf(
              policyRules(product, found),
              policyRules(product, after),
              nameOf,
            )}
          />
        )}
      </Loaded>
    </Panel>
  );
}

import { Badge, Code, Stack, Text } from '@mantine/core';
import type { PolicyTestResult, QueryingPolicyTest, QueryingPolicyTests } from '@ndx/client';
import { useApi } from '../app/api.js';
import { useRead } from '../app/reads.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { Panel } from '../parts/page.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';

/** The tests that a policy carries, run now under its latest version and under its draft, if any. */
export function useTests(policyId: string) {
  return useRead('listQueryingPolicyTests', { path: { policy_id: policyId } });
}

/** The tests that fail under a draft; none under one that archives the policy. */
export function failingTests(
  { draft_digest, tests }: QueryingPolicyTests,
  draft: { readonly digest: string; readonly status: string },
): readonly QueryingPolicyTest[] {
  if (draft.status !== 'published' || draft_digest !== draft.digest) return [];
  return tests.filter(({ draft_result }) => draft_result?.passed === false);
}

/** The tests of a policy: what each expects and finds, under the draft and as published. */
export function TestPanel({ found }: { readonly found: QueryingPolicyTests }) {
  const { policy_id, tests, policy_version: version, draft_digest: digest } = found;
  const { ndx } = useApi();
  const { may } = useSession();
  const underDraft = {
    header: 'Under the draft',
    cell: ({ draft_result }: QueryingPolicyTest) => draft_result && <Result of={draft_result} />,
  };
  const deletion = {
    header: 'Actions',
    isPinned: true,
    cell: ({ name }: QueryingPolicyTest) => (
      <ConfirmButton
        size="xs"
        variant="default"
        label="Delete"
        name={`Delete the test: ${name}`}
        question={`Delete the test: ${name}?`}
        act={() => ndx.deleteQueryingPolicyTest({ path: { policy_id }, query: { name } })}
      >
        Publications no longer run it. The audit log keeps the deletion.
      </ConfirmButton>
    ),
  };
  return (
    <Panel title="Tests">
      <DataTable
        label="Tests"
        rows={tests}
        keyOf={({ name }) => name}
        columns={[
          { header: 'Test', cell: ({ name }) => name },
          { header: 'Expected', cell: ({ test }) => <Expected test={test} /> },
          ...(digest === null ? [] : [underDraft]),
          { header: `Under version ${version}`, cell: ({ result }) => <Result of={result} /> },
          ...(may('policy:write') ? [deletion] : []),
        ]}
        empty={
          <Empty title="The policy carries no test">
            A publication fails when a test of the policy fails. Save a simulated query as a test,
            or a file with <Code>ndx policy tests save</Code>.
          </Empty>
        }
      />
    </Panel>
  );
}

/** What a test expects, in the words of its file. */
function Expected({ test: { expected } }: Pick<QueryingPolicyTest, 'test'>) {
  const { outcome, reason } = (expected ?? {}) as Readonly<Record<string, unknown>>;
  return <Outcome outcome={String(outcome)} reasons={typeof reason === 'string' ? [reason] : []} />;
}

function Result({ of: { passed, outcome, reasons, failures } }: { readonly of: PolicyTestResult }) {
  // The first sentence repeats both outcomes.
  const [, ...values] = failures;
  return (
    <Stack gap={4} align="flex-start">
      <Badge color={passed ? 'teal' : 'red'}>{passed ? 'Passed' : 'Failed'}</Badge>
      <Outcome outcome={outcome} reasons={passed ? [] : reasons} />
      {values.map((value) => (
        <Text key={value} size="xs">
          {value}
        </Text>
      ))}
    </Stack>
  );
}

interface OutcomeProps {
  readonly outcome: string;
  readonly reasons: readonly string[];
}

function Outcome({ outcome, reasons }: OutcomeProps) {
  return (
    <div>
      <Text size="sm">{inWords(outcome)}</Text>
      {reasons.map((reason) => (
        <Text key={reason} size="xs" c="dimmed">
          {inWords(reason)}
        </Text>
      ))}
    </div>
  );
}

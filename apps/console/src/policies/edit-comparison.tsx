import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { Loaded } from '../parts/loaded.js';
import { Panel } from '../parts/page.js';
import { Comparison } from './comparison.js';
import { comparisonQuery } from './comparison-query.js';
import type { PolicyKind } from './policy-kind.js';

/** Without input for so long, the changes are compared. */
const PAUSE_MS = 400;

interface EditComparisonProps<Edit> {
  readonly title: string;
  readonly kind: PolicyKind;
  readonly policyId: string;
  readonly edit: Edit;
  /** What the publication of the edit would save. */
  readonly termsOf: (edit: Edit) => object;
}

/** What saving the edit and publishing it would change, while its author types. */
export function EditComparison<Edit>(props: EditComparisonProps<Edit>) {
  const { title, kind, policyId, edit, termsOf } = props;
  const { ndx } = useApi();
  const [compared] = useDebouncedValue(edit, PAUSE_MS);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...comparisonQuery(ndx, kind, policyId, termsOf(compared)),
    placeholderData: keepPreviousData,
    // The draft or the edit is another one when somebody saves the policy.
    staleTime: 0,
  });
  const isBehind = isPlaceholderData || compared !== edit;
  return (
    <Panel title={title}>
      <div aria-live="polite" aria-busy={isBehind}>
        {/* A comparison of rules that the server rejects would be one of earlier input. */}
        <Loaded query={{ data: error === null ? data : undefined, error, refetch }}>
          {(summary) => <Comparison label="Effect of these changes" summary={summary} />}
        </Loaded>
        {isBehind && (
          <Text size="sm" c="dimmed">
            Compares your last input…
          </Text>
        )}
      </div>
    </Panel>
  );
}

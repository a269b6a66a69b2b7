import type { Dispute, NdxClient } from '@ndx/client';
import { useQueries } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { allQuery } from '../app/reads.js';
import { Failure } from '../parts/loaded.js';
import { TextLink } from '../parts/page.js';
import { NoValue } from '../parts/values.js';
import { inWords } from '../parts/words.js';

type Filter = NonNullable<NonNullable<Parameters<NdxClient['listDisputes']>[0]>['query']>;

/** Every dispute of the shown records, which filters find, and the error when they were not read. */
export function useDisputes(filters: readonly Filter[]) {
  const { ndx } = useApi();
  const found = useQueries({
    queries: filters.map((query) => allQuery(ndx, 'listDisputes', { query })),
  });
  const disputes = found.flatMap(({ data = [] }) => data);
  const failed = found.find(({ isError }) => isError);
  return {
    disputesOf: (recordId: string) => disputes.filter(({ record_id }) => record_id === recordId),
    failure: failed?.error && (
      <Failure title="The disputes were not read" error={failed.error} retry={failed.refetch} />
    ),
  };
}

/** Disputes by their states. */
export function DisputeLinks({ disputes }: { readonly disputes: readonly Dispute[] }) {
  if (disputes.length === 0) return <NoValue>none</NoValue>;
  return disputes.map(({ dispute_id: disputeId, state }) => (
    <TextLink key={disputeId} to="/disputes/$disputeId" params={{ disputeId }} display="block">
      {inWords(state)}
    </TextLink>
  ));
}

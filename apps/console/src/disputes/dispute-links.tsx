import type { Dispute } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { allQuery } from '../app/reads.js';
import { Failure } from '../parts/loaded.js';
import { TextLink } from '../parts/page.js';
import { NoValue } from '../parts/values.js';
import { inWords } from '../parts/words.js';

/** The disputes that the reader may see: those of a record, and the error when they were not read. */
export function useDisputes() {
  const { ndx } = useApi();
  const { data, error, refetch } = useQuery(allQuery(ndx, 'listDisputes', {}));
  return {
    disputesOf: (recordId: string) => data?.filter(({ record_id }) => record_id === recordId) ?? [],
    failure: error && <Failure title="The disputes were not read" error={error} retry={refetch} />,
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

import { useQuery } from '@tanstack/react-query';
import { DataTable } from '../parts/data-table.js';
import { Empty } from '../parts/empty.js';
import { Id } from '../parts/id.js';
import { Loaded } from '../parts/loaded.js';
import { Moment } from '../parts/moment.js';
import { inWords } from '../parts/words.js';
import { useNames } from '../parts/names.js';
import { useSession } from '../session/session.js';
import { ConsentChanges } from './consent-changes.js';
import type { consentsOf } from './consents.js';

interface ConsentHistoryProps {
  readonly consentId: string;
  readonly networkId: string;
  readonly operations: ReturnType<typeof consentsOf>;
}

/** Each change with its time, its account and the previous and new values. */
export function ConsentHistory({ consentId, networkId, operations }: ConsentHistoryProps) {
  const { caller } = useSession();
  const nameOf = useNames([networkId]);
  const history = useQuery({
    queryKey: ['consent-history', consentId],
    queryFn: () => operations.history(consentId),
  });
  return (
    <Loaded query={history}>
      {(events) => (
        <DataTable
          label="History"
          rows={events}
          keyOf={({ revision }) => String(revision)}
          minWidth={820}
          columns={[
            { header: 'Time', cell: ({ occurred_at }) => <Moment at={occurred_at} /> },
            { header: 'Event', cell: ({ event }) => inWords(event) },
            {
              header: 'Account',
              cell: ({ account_id: id }) => (id === caller.account_id ? 'You' : <Id value={id} />),
            },
            {
              header: 'Changes',
              cell: ({ changes }) => <ConsentChanges changes={changes} nameOf={nameOf} />,
            },
          ]}
          empty={<Empty title="No change is recorded" />}
        />
      )}
    </Loaded>
  );
}

import { useList } from '../app/reads.js';
import { Account } from '../parts/account.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { Moment } from '../parts/values.js';
import { Listed } from '../parts/listed.js';
import { inWords } from '../parts/words.js';
import { useNames } from '../parts/names.js';
import { ConsentChanges } from './consent-changes.js';
import { requestOf, type ConsentRef } from './consents.js';

/** Each change with its time, its account and the previous and new values. */
export function ConsentHistory(consent: ConsentRef) {
  const nameOf = useNames([consent.networkId]);
  const history = useList(consent.operations.history, requestOf(consent));
  return (
    <Listed
      list={history}
      noun={['change', 'changes']}
      more="Load newer changes"
      file={{ list: history, name: 'consent-history' }}
    >
      {(events) => (
        <DataTable
          label="History"
          rows={events}
          keyOf={({ revision }) => String(revision)}
          minWidth={820}
          columns={[
            { header: 'Time', cell: ({ occurred_at }) => <Moment at={occurred_at} /> },
            { header: 'Event', cell: ({ event }) => inWords(event) },
            { header: 'Account', cell: ({ account_id: id }) => <Account accountId={id} /> },
            {
              header: 'Changes',
              cell: ({ changes }) => <ConsentChanges changes={changes} nameOf={nameOf} />,
            },
          ]}
          empty={<Empty title="No change is recorded" />}
        />
      )}
    </Listed>
  );
}

import { OUTBOX_COLUMNS } from '@ndx/messaging';

/** What a query leaves behind: each table with its columns, in the order of their parameters. */
const OUTBOX = `outbox (${OUTBOX_COLUMNS})`;
const QUERY_EVENT =
  'query_event (query_event_id, querying_entity_id, network_ids, occurred_at, payload)';
const CERTIFICATE = `certificate (certificate_id, query_event_id, entity_id, network_ids, policy_id,
  policy_version, consent_id, record_ids, issued_at, body)`;
const IDEMPOTENCY_KEY = 'idempotency_key (scope, answer)';

/** A named statement that writes everything that one query leaves. */
export interface WriteStatement {
  readonly name: string;
  readonly text: string;
}

/**
 * The statement for a query with or without a certificate. With a key it writes all or nothing: what
 * is inserted is selected from the claim of the key, which is empty when another has it. It returns
 * a row when it wrote. Two at once: the second waits within the claim for the first to commit.
 */
export function writeStatement(withCertificate: boolean, withKey: boolean): WriteStatement {
  const parameters = numbered();
  const insert = (into: string) => {
    const values = parameters(columnsIn(into)).join(', ');
    return `insert into ${into} ${withKey ? `select ${values} from claimed` : `values (${values})`}`;
  };
  const publish = insert(OUTBOX);
  const event = `query_event as (${insert(QUERY_EVENT)})`;
  const certificate = withCertificate ? [`certificate as (${insert(CERTIFICATE)})`] : [];
  const claim = withKey
    ? [
        `claimed as (insert into ${IDEMPOTENCY_KEY} values (${parameters(2).join(', ')})
           on conflict (scope) do nothing returning scope)`,
      ]
    : [];
  return {
    name: ['write-query', withCertificate && 'certificate', withKey && 'keyed']
      .filter((word) => word !== false)
      .join('-'),
    text: `with ${[...claim, event, ...certificate].join(', ')} ${publish}${withKey ? ' returning 1' : ''}`,
  };
}

function columnsIn(table: string): number {
  return table.split(',').length;
}

/** Hands out `$1`, `$2` and so on. */
function numbered(): (count: number) => string[] {
  let last = 0;
  return (count) =>
    Array.from({ length: count }, () => {
      last += 1;
      return `$${last}`;
    });
}

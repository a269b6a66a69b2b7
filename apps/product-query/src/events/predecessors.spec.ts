import {
  ConsentAmended,
  ConsentGranted,
  ConsentGrantClosed,
  newId,
  QueryingPolicyRetired,
  QueryingPolicySaved,
  type ConsentState,
  type EventDeclaration,
} from '@ndx/contracts';
import { outgoingEvent } from '@ndx/messaging';
import type { ReadModelRow } from '@ndx/replication';
import { describe, expect, test } from '@jest/globals';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsentHistory, aPolicyHistory } from '../testing/histories.js';

const NARROW = 'total_consumer_assets';

const service = useQueryService();

/** Delivers an event that follows others. Returns its id and the reported rows. */
async function deliver<P>(
  declaration: EventDeclaration<P>,
  payload: P,
  predecessors: readonly string[],
): Promise<{ readonly id: string; readonly rows: readonly ReadModelRow[] }> {
  const envelope = { ...outgoingEvent(declaration, payload, {}).envelope, predecessors };
  const { source } = declaration;
  const response = await service.send(source, 'POST', '/internal/events', [envelope]);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  const { rows } = (text === '' ? { rows: [] } : JSON.parse(text)) as {
    readonly rows: readonly ReadModelRow[];
  };
  return { id: envelope.id, rows };
}

describe('the read model of a consent', () => {
  const begin = async () => {
    const history = aConsentHistory();
    const { granted, amended: change } = history;
    const { id } = await deliver(ConsentGranted, granted, []);
    const scope = async () => {
      const [row] = await service.sql<{ state: string }>(
        'select state from consent_copy where consent_id = $1',
        [granted.consent_id],
      );
      return (JSON.parse(row?.state ?? 'null') as ConsentState).scope;
    };
    return { ...history, first: id, change, scope };
  };

  test('rejects a later state without its newest event among the predecessors, and is reported', async () => {
    const { first, change, scope } = await begin();
    const narrowed = await deliver(ConsentAmended, change(2, NARROW), [first]);
    const later = await deliver(ConsentAmended, change(3, '*'), [newId()]);
    expect(later.rows).toMatchObject([
      { revision: 2, event_id: narrowed.id, refused_event_id: later.id, state: { scope: NARROW } },
    ]);
    expect(await scope()).toBe(NARROW);
  });

  test('applies a state with its newest event and the newest event of the owner as predecessors', async () => {
    const { first, change, scope } = await begin();
    const lost = await deliver(ConsentAmended, change(2, NARROW), [first]);
    const merged = await deliver(ConsentAmended, change(4, NARROW), [newId(), lost.id]);
    expect(merged.rows).toEqual([]);
    const widened = await deliver(ConsentAmended, change(5, '*'), [merged.id]);
    expect(widened.rows).toEqual([]);
    expect(await scope()).toBe('*');
  });

  test('applies an end with other predecessors, and rejects a later state that follows only this end', async () => {
    const { grant, first, change, scope, ...history } = await begin();
    const narrowed = await deliver(ConsentAmended, change(2, NARROW), [first]);
    const closed = await deliver(ConsentGrantClosed, history.closed(3), [newId()]);
    expect(closed.rows).toMatchObject([{ revision: 2, event_id: narrowed.id }]);
    const later = await deliver(ConsentAmended, change(4, '*'), [closed.id]);
    expect(later.rows).toMatchObject([
      {
        event_id: narrowed.id,
        state: { field_access_grants: [{ grant_id: grant.grant_id, is_closed: true }] },
      },
    ]);
    expect(await scope()).toBe(NARROW);
  });
});

describe('the read model of a querying policy', () => {
  const begin = async () => {
    const { id, retired, ...history } = aPolicyHistory();
    const saved = (revision: number, consent: 'required' | 'permissible_purpose') =>
      history.saved(revision, { consent });
    const stored = async () => {
      const [row] = await service.sql<{ consent: string; status: string }>(
        'select consent, status from policy_copy where policy_id = $1',
        [id],
      );
      return row;
    };
    const first = await deliver(QueryingPolicySaved, saved(1, 'permissible_purpose'), []);
    return { retired: retired(3), first: first.id, saved, stored };
  };

  test('rejects a later configuration without its newest event among the predecessors, and is reported', async () => {
    const { first, saved, stored } = await begin();
    const narrowed = await deliver(QueryingPolicySaved, saved(2, 'required'), [first]);
    const later = await deliver(QueryingPolicySaved, saved(3, 'permissible_purpose'), [newId()]);
    expect(later.rows).toMatchObject([
      { revision: 2, event_id: narrowed.id, state: { consent: 'required' } },
    ]);
    expect(await stored()).toMatchObject({ consent: 'required' });
  });

  test('rejects a retirement that arrives before earlier changes, and applies the changes in their order', async () => {
    const { retired, first, saved, stored } = await begin();
    const early = await deliver(QueryingPolicyRetired, retired, [newId()]);
    expect(early.rows).toMatchObject([{ revision: 1, event_id: first }]);
    expect(await stored()).toMatchObject({ status: 'published' });

    const second = await deliver(QueryingPolicySaved, saved(2, 'required'), [first]);
    const third = await deliver(QueryingPolicyRetired, retired, [second.id]);
    expect([second.rows, third.rows]).toEqual([[], []]);
    expect(await stored()).toEqual({ status: 'archived', consent: 'required' });
    const fourth = await deliver(QueryingPolicySaved, saved(4, 'required'), [third.id]);
    expect(fourth.rows).toEqual([]);
    expect(await stored()).toEqual({ status: 'published', consent: 'required' });
  });
});

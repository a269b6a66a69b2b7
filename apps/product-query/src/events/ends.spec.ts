import {
  ConsentAmended,
  ConsentGranted,
  ConsentGrantClosed,
  ConsentRevoked,
  EVENT_BYTES,
  jsonBytes,
  newId,
  QueryingPolicyRetired,
  QueryingPolicySaved,
  type ConsentState,
} from '@ndx/contracts';
import { describe, expect, test } from '@jest/globals';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsentHistory, aPolicyHistory } from '../testing/histories.js';
import { aConsent, aWorld } from '../testing/world.js';

const service = useQueryService({ variables: { MAX_BODY_BYTES: '1000' } });

/** All permutations. */
function ordersOf<T>(things: readonly T[]): T[][] {
  if (things.length <= 1) return [[...things]];
  return things.flatMap((first, place) =>
    ordersOf(things.toSpliced(place, 1)).map((rest) => [first, ...rest]),
  );
}

type Delivery = () => Promise<unknown>;

async function inEveryOrder<Subject>(
  begin: () => { readonly subject: Subject; readonly deliveries: readonly Delivery[] },
  check: (subject: Subject) => Promise<void>,
): Promise<void> {
  const count = begin().deliveries.length;
  for (const order of ordersOf([...Array(count).keys()])) {
    const { subject, deliveries } = begin();
    for (const place of order) await deliveries[place]?.();
    await check(subject);
  }
}

describe('the read model of a consent, for every order of its events,', () => {
  const life = () => {
    const history = aConsentHistory();
    const { granted, grant } = history;
    const second = { ...grant, grant_id: newId(), furnishing_entity_id: newId() };
    const amended = {
      ...history.amended(2, 'kyb_certificate'),
      field_access_grants: [grant, second],
    };
    return { granted, amended, second, closed: history.closed(3), revoked: history.revoked(4) };
  };

  const stateOf = async (id: string) => {
    const [row] = await service.sql<{ state: string }>(
      'select state from consent_copy where consent_id = $1',
      [id],
    );
    return JSON.parse(row?.state ?? 'null') as ConsentState;
  };

  test('has its newest terms without the closed grant, and is revoked', async () => {
    const begin = () => {
      const { granted, amended, second, closed, revoked } = life();
      return {
        subject: { amended, second, closed, revoked },
        deliveries: [
          () => service.deliver(ConsentGranted, granted),
          () => service.deliver(ConsentAmended, amended),
          () => service.deliver(ConsentGrantClosed, closed),
          () => service.deliver(ConsentRevoked, revoked),
        ],
      };
    };
    await inEveryOrder(begin, async ({ amended, second, closed, revoked }) => {
      expect(await stateOf(amended.consent_id)).toEqual({
        ...amended,
        revoked_at: revoked.revoked_at,
        field_access_grants: [
          { ...amended.field_access_grants[0], effective_to: closed.closed_at, is_closed: true },
          second,
        ],
      });
    });
  });

  const place = async (id: string) => {
    const [row] = await service.sql<{ revision: number; event_id: string }>(
      'select revision, event_id from consent_copy where consent_id = $1',
      [id],
    );
    return row;
  };

  test('has the revision of an end that follows its state, and reports it to later events', async () => {
    const { granted, amended, closed } = life();
    const id = granted.consent_id;
    for (const state of [granted, amended]) await service.deliver(ConsentAmended, state);
    const before = await place(id);
    expect(await service.deliver(ConsentGrantClosed, closed)).toEqual([]);
    const ended = await place(id);
    expect(ended?.revision).toBe(3);
    expect(ended?.event_id).not.toBe(before?.event_id);

    const narrowed = { ...amended, scope: 'total_consumer_assets' };
    const state = await stateOf(id);
    expect(state.field_access_grants[0]?.is_closed).toBe(true);
    expect(await service.deliver(ConsentAmended, narrowed)).toEqual([
      {
        ...{ aggregate: 'consent', key: id, revision: 3, event_id: ended?.event_id },
        ...{ refused_event_id: expect.any(String), state },
      },
    ]);
    expect(await place(id)).toEqual(ended);
    expect(await stateOf(id)).toEqual(state);
  });

  test('reports an end that came before any state, and applies it', async () => {
    const { granted, revoked } = life();
    await service.deliver(ConsentRevoked, revoked);
    expect(await service.deliver(ConsentGranted, granted)).toMatchObject([
      { revision: 4, event_id: expect.any(String), state: { revoked_at: revoked.revoked_at } },
    ]);
    expect(await stateOf(granted.consent_id)).toMatchObject({ revoked_at: revoked.revoked_at });
  });

  test('applies an end of a revision that another event has already reached, and reports the conflict', async () => {
    const { amended, revoked } = life();
    const lost = { ...amended, revision: 7 };
    await service.deliver(ConsentAmended, lost);
    const stood = await place(lost.consent_id);
    expect(await service.deliver(ConsentRevoked, revoked)).toMatchObject([
      { revision: 7, event_id: stood?.event_id, state: { revoked_at: null } },
    ]);
    expect(await place(lost.consent_id)).toEqual(stood);
    expect(await stateOf(lost.consent_id)).toMatchObject({ revoked_at: revoked.revoked_at });
  });

  test('stores the largest possible event, with every character escaped', async () => {
    const consent = { ...aConsent(aWorld()), scope: '' };
    const scope = '"'.repeat((EVENT_BYTES.state - jsonBytes(consent)) / 2);
    await service.deliver(ConsentGranted, { ...consent, scope });
    expect(await stateOf(consent.consent_id)).toMatchObject({ scope });
  });
});

describe('the read model of a querying policy, for every order of its events,', () => {
  const aSelection = (max_age_days: number) => ({
    model_name: 'business_identity_verification',
    is_enabled: true,
    is_required: true,
    max_age_days,
    attestation_required: false,
    name_match: 'report' as const,
    disputed_data: 'mark' as const,
    selected_provenance_option_ids: [],
    field_selections: [],
  });

  test('has the selections of the newest configuration and the status of the newest event', async () => {
    const begin = () => {
      const { id, ...history } = aPolicyHistory();
      const saved = (revision: number) =>
        history.saved(revision, { is_default: true, model_selections: [aSelection(revision)] });
      const retired = history.retired(3, 'published');
      return {
        subject: id,
        deliveries: [
          () => service.deliver(QueryingPolicySaved, saved(1)),
          () => service.deliver(QueryingPolicySaved, saved(2)),
          () => service.deliver(QueryingPolicyRetired, retired),
        ],
      };
    };
    await inEveryOrder(begin, async (id) => {
      const [row] = await service.sql(
        `select version, is_default, model_selections::json -> 0 ->> 'max_age_days' as age
         from policy_copy where policy_id = $1 and revision = 3 and state_revision >= 2`,
        [id],
      );
      expect(row).toEqual({ version: 2, is_default: false, age: '2' });
    });
  });

  test('has the revision of an event without selections, and does not report unknown selections', async () => {
    const history = aPolicyHistory();
    const retired = { ...history.retired(3, 'published'), version: 1 };
    const saved = history.saved(2, { is_default: true, model_selections: [aSelection(2)] });
    expect(await service.deliver(QueryingPolicyRetired, retired)).toEqual([]);
    const [first] = await service.deliver(QueryingPolicySaved, saved);
    expect(first).toMatchObject({ revision: 3, event_id: expect.any(String) });
    expect(first?.state).toMatchObject({ is_default: false });
    expect(first?.state).not.toHaveProperty('model_selections');
    const [second] = await service.deliver(QueryingPolicyRetired, { ...retired, revision: 2 });
    expect(second).toMatchObject({
      ...{ revision: 3, event_id: first?.event_id },
      state: { is_default: false, model_selections: [aSelection(2)] },
    });
    const [third] = await service.deliver(QueryingPolicySaved, saved);
    expect(third).toMatchObject({ revision: 3, event_id: null });
  });
});

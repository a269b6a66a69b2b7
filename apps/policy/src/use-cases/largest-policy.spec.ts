import {
  completeSelections,
  DATASETS,
  governedModelsOf,
  type AuthoredModelSelection,
  type Dataset,
} from '@ndx/catalog';
import {
  BOUNDS,
  DELIVERY_BYTES,
  EVENT_BYTES,
  jsonBytes,
  newId,
  QueryingPolicyRetired,
  QueryingPolicySaved,
} from '@ndx/contracts';
import { outgoingEvent } from '@ndx/messaging';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  draftQueryingPolicy,
  policyStanding,
  queryingPolicyState,
} from '../domain/querying-policy.js';

const NETWORK_PRODUCT = { id: newId(), networkId: newId(), createdAt: new Date() };
const SOURCE = newId();

/** Sources for each field, shared out until the bound is reached: the next one would exceed it. */
function largest(dataset: Dataset, shares: readonly number[]): AuthoredModelSelection[] {
  const selections = governedModelsOf(dataset).map(({ model, fields }) => ({
    model_name: model,
    field_selections: fields.map(({ name }) => ({
      field_name: name,
      selected_provenance_option_ids: [] as string[],
    })),
  }));
  const empty = jsonBytes(completeSelections(dataset, selections));
  const places = selections.flatMap(({ field_selections }) => field_selections);
  let left = Math.floor((BOUNDS.queryingPolicy.selectionBytes - empty) / (SOURCE.length + 3));
  for (const [at, share] of shares.entries()) {
    const place = places[at % places.length];
    const count = Math.min(left, share);
    place?.selected_provenance_option_ids.push(...Array<string>(count).fill(SOURCE));
    left -= count;
  }
  places[0]?.selected_provenance_option_ids.push(...Array<string>(left).fill(SOURCE));
  return selections;
}

const shares = fc.array(fc.nat({ max: 2_000 }), { maxLength: 100 });
const datasets = fc.constantFrom(...DATASETS.filter((each) => governedModelsOf(each).length > 0));

describe('the largest querying policy, for any distribution of its sources over its fields,', () => {
  test('has a state that fits its event and a direct delivery, and a small end', () => {
    fc.assert(
      fc.property(datasets, shares, (dataset, counts) => {
        const modelSelections = completeSelections(dataset, largest(dataset, counts));
        const pair = { ...NETWORK_PRODUCT, productId: dataset.id };
        const authored = { entityId: newId(), name: 'n'.repeat(200) };
        const draft = draftQueryingPolicy(pair, authored, new Date());
        const policy = { ...draft, modelSelections };
        expect(jsonBytes(modelSelections)).toBeGreaterThan(
          BOUNDS.queryingPolicy.selectionBytes - 1_024,
        );
        const state = queryingPolicyState(policy);
        expect(jsonBytes(state)).toBeLessThan(EVENT_BYTES.state);
        const { envelope } = outgoingEvent(QueryingPolicySaved, state, {});
        expect(jsonBytes([envelope])).toBeLessThan(DELIVERY_BYTES);
        const retired = outgoingEvent(QueryingPolicyRetired, policyStanding(policy), {});
        expect(jsonBytes(retired.envelope)).toBeLessThan(2_048);
      }),
      { numRuns: 15 },
    );
  });

  test('accepts no further source', () => {
    fc.assert(
      fc.property(datasets, shares, (dataset, counts) => {
        const selections = largest(dataset, counts);
        const [first] = selections;
        const more = {
          ...first,
          model_name: first?.model_name ?? '',
          selected_provenance_option_ids: Array<string>(30).fill(SOURCE),
        };
        expect(() => completeSelections(dataset, [more, ...selections.slice(1)])).toThrow(
          'model_selections must be at most',
        );
      }),
      { numRuns: 15 },
    );
  });
});

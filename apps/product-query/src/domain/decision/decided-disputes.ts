import type { Candidate, Judgement } from '../candidate.js';
import type { OpenDispute } from '../open-dispute.js';
import type { Places } from './places.js';

/** The undecided disputes of a candidate record's part; times in milliseconds since the epoch. */
export type DecidedDispute = readonly [
  record: number,
  model: string,
  field: string | null,
  openedAt: number,
  dueAt: number,
];

export interface DisputedRecords {
  /** The undecided disputes of candidate records. */
  readonly disputed?: readonly DecidedDispute[];
}

/** The disputes of the judged records; nothing where there are none. */
export function disputedIn(judgements: readonly Judgement[], { placeOf }: Places): DisputedRecords {
  const disputed = judgements.flatMap(({ candidate: { model, disputes } }) =>
    disputes.map(({ recordId, field, openedAt, dueAt }): DecidedDispute => [
      placeOf(recordId),
      model,
      field,
      openedAt,
      dueAt,
    ]),
  );
  return disputed.length > 0 ? { disputed } : {};
}

const NO_DISPUTES: Candidate['disputes'] = [];

/** The disputes of the records that a candidate has, as they were when it was judged. */
export function disputesIn(
  { ids, disputed = [] }: DisputedRecords & { readonly ids: readonly string[] },
  model: string,
  recordIds: readonly (string | null)[],
): Candidate['disputes'] {
  if (disputed.length === 0) return NO_DISPUTES;
  return disputed.flatMap(([place, disputedModel, field, openedAt, dueAt]): OpenDispute[] => {
    const recordId = ids[place] ?? '';
    if (disputedModel !== model || !recordIds.includes(recordId)) return [];
    return [{ recordId, field, openedAt, dueAt }];
  });
}

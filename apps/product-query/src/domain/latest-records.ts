import type { Candidate } from './candidate.js';

/** Compared one after the other. */
type Times = readonly [number, number];

/**
 * The last verified record of each furnisher of a section, with its last furnished one if that is
 * another (decision 0001).
 * @param records of one business in one network by id, with `newest` null
 */
export function latestRecords(records: readonly Candidate[]): Candidate[] {
  const last = (one: Candidate, by: (record: Candidate) => Times) =>
    records
      .filter((record) => record.model === one.model)
      .filter((record) => record.furnishingEntityId === one.furnishingEntityId)
      .reduce((a, b) => (compareTimes(by(b), by(a)) > 0 ? b : a));
  return records.flatMap((one) => {
    const verified = last(one, ({ performedAt, furnishedAt }) => [performedAt, furnishedAt]);
    if (verified !== one) return [];
    const furnished = last(one, ({ furnishedAt }) => [furnishedAt, 0]);
    return [{ ...one, newest: furnished === one ? null : furnished }];
  });
}

const compareTimes = (a: Times, b: Times) => a[0] - b[0] || a[1] - b[1];

import { availableParallelism } from 'node:os';

/** Options of one turbo process. */
export type Lane = readonly string[];

/** Packages whose suites start whole exchanges, by far the longest. */
const SYSTEMS = ['@ndx/e2e', '@ndx/chaos'];

/** One turbo process for the task, with one suite for each core. */
export function oneLane(selected: readonly string[]): readonly Lane[] {
  return [[...selected, concurrency(availableParallelism())]];
}

/**
 * What runs side by side when all suites do: those of whole systems one after the other, since they
 * take longest, and meanwhile all others. Turbo alone would begin with any of them. Suites wait more
 * than they compute, so there is one at a time more than there are cores.
 */
export function twoLanes(): readonly Lane[] {
  return [
    [...SYSTEMS.map((name) => `--filter=${name}`), concurrency(1)],
    [...SYSTEMS.map((name) => `--filter=!${name}`), concurrency(availableParallelism())],
  ];
}

function concurrency(count: number): string {
  return `--concurrency=${count}`;
}

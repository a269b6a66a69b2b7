import { availableParallelism } from 'node:os';

/** Options of one turbo process. */
export type Lane = readonly string[];

/** Packages whose suites start whole exchanges, which take by far the longest. */
const SYSTEMS = ['@ndx/e2e', '@ndx/chaos'];

/** One turbo process for the task, with one suite for each core. */
export function oneLane(selected: readonly string[]): readonly Lane[] {
  return [[...selected, concurrency(availableParallelism())]];
}

/**
 * Groups of suites that run concurrently: suites of whole systems one after the other, because they
 * take longest, and all others beside them. Turbo alone would start with any of them. Suites wait
 * more than they compute, so there are more at a time than there are cores.
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

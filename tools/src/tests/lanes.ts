import { availableParallelism } from 'node:os';

/** Options of one turbo process. */
export type Lane = readonly string[];

/** Packages whose suites start whole exchanges, which take by far the longest. */
const SYSTEMS = ['@ndx/e2e', '@ndx/chaos'];

/** Packages that take together as long as all others beside systems. */
const LONG = ['@ndx/product-query', '@ndx/messaging', '@ndx/audit', '@ndx/furnishing'];

/** One turbo process for the task, with one suite for each core. */
export function oneLane(selected: readonly string[]): readonly Lane[] {
  return [[...selected, concurrency(availableParallelism())]];
}

/**
 * Groups of suites that run concurrently: suites of whole systems one after the other, because they
 * take longest, and others beside them. Turbo starts with packages that depend on no other, so the
 * longest suite would start last and run alone. Suites wait more than they compute, so there are
 * more at a time than there are cores.
 */
export function lanesOfAll(): readonly Lane[] {
  const others = [...SYSTEMS, ...LONG].map((name) => `--filter=!${name}`);
  return [
    [...SYSTEMS.map((name) => `--filter=${name}`), concurrency(1)],
    [...LONG.map((name) => `--filter=${name}`), concurrency(1)],
    [...others, concurrency(Math.max(1, availableParallelism() - 1))],
  ];
}

function concurrency(count: number): string {
  return `--concurrency=${count}`;
}

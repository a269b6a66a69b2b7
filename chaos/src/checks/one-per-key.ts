import { ALL_KINDS, KINDS, type Kind } from '../load/kinds.js';
import type { Ledger } from '../load/ledger.js';
import type { Check } from '../report.js';
import type { System } from '../system/system.js';
import { idsOf } from './one-effect.js';
import { repeated, without } from './settling.js';

/** The rows of each kind of request before the scenario. */
export type Before = ReadonlyMap<Kind, ReadonlySet<string>>;

export async function tracesOf(system: System): Promise<Before> {
  const perKind = ALL_KINDS.map(async (kind) => {
    const { service, rows } = KINDS[kind];
    return [kind, await idsOf(system, service, rows)] as const;
  });
  return new Map(await Promise.all(perKind));
}

/** Every acknowledged request has one row, also after retries. */
export async function oneTracePerKey(
  system: System,
  before: Before,
  ledger: Ledger,
): Promise<Check[]> {
  const lost: string[] = [];
  const surplus: string[] = [];
  for (const [kind, traces] of await tracesOf(system)) {
    const acknowledged = ledger.doneOf(kind).map(({ id }) => id);
    const known = new Set([...acknowledged, ...(before.get(kind) ?? [])]);
    lost.push(...without(`lost ${kind}`, acknowledged, traces));
    surplus.push(...without(`no client received ${kind}`, traces, known));
    surplus.push(...repeated(`two answers name the same ${kind}`, acknowledged));
  }
  return [
    { promise: 'every acknowledged write is stored', broken: lost },
    { promise: 'a request that is repeated with its key has exactly one effect', broken: surplus },
    {
      promise: 'every request is answered in the end',
      broken: ledger.abandoned.map(({ kind, key }) => `${kind} ${key}`),
    },
  ];
}

/** An operation on one object, with the times of its client's clock. */
export interface Call<Operation> {
  readonly operation: Operation;
  readonly startedAt: number;
  /** Undefined without an acknowledgement: it takes effect at any later time, or never. */
  readonly endedAt: number | undefined;
}

/** A sequential object. States are compared as text. */
export interface Model<State extends string, Operation> {
  readonly initial: State;
  /** Returns the next state; undefined when the operation cannot have this outcome in the state. */
  readonly step: (state: State, operation: Operation) => State | undefined;
  /**
   * Whether the operation only reads: if the state permits it, placing it next excludes no order of
   * the others.
   */
  readonly isRead: (operation: Operation) => boolean;
}

/**
 * Returns the calls that fit into no sequential order: undefined when the history is linearizable,
 * else the calls that were pending at the end of the longest order.
 *
 * The search of Wing and Gong with the memory of Lowe, as in porcupine: the next call of an order
 * is any that started before every other pending call was acknowledged (decision 0071).
 */
export function violation<State extends string, Operation>(
  { initial, step, isRead }: Model<State, Operation>,
  history: readonly Call<Operation>[],
): readonly Call<Operation>[] | undefined {
  const calls = [...history].sort((one, other) => one.startedAt - other.startedAt);
  const seen = new Set<string>();
  const orders = [{ state: initial, done: 0n, length: 0 }];
  let longest = { length: -1, pending: calls };
  for (let order = orders.pop(); order !== undefined; order = orders.pop()) {
    const { state, done, length } = order;
    const pending = nextCalls(calls, done);
    if (pending.every(({ call }) => call.endedAt === undefined)) return undefined;
    if (length > longest.length) longest = { length, pending: pending.map(({ call }) => call) };
    const steps = pending.flatMap(({ call, bit }) => {
      const next = step(state, call.operation);
      if (next === undefined) return [];
      const isNeutral = next === state && isRead(call.operation);
      return [{ state: next, done: done | bit, length: length + 1, isNeutral }];
    });
    // A read that fits now can come first: that excludes no order of the others.
    const neutral = steps.find(({ isNeutral }) => isNeutral);
    for (const next of neutral ? [neutral] : steps) {
      const place = `${next.state} ${next.done.toString(36)}`;
      if (!seen.has(place)) orders.push(next);
      seen.add(place);
    }
  }
  return longest.pending;
}

interface Next<Operation> {
  readonly call: Call<Operation>;
  readonly bit: bigint;
}

/** The candidates for the next call of an order after the completed ones. */
function nextCalls<Operation>(
  calls: readonly Call<Operation>[],
  done: bigint,
): readonly Next<Operation>[] {
  const pending: Next<Operation>[] = [];
  let firstEnd = Infinity;
  for (const [index, call] of calls.entries()) {
    if (call.startedAt > firstEnd) break;
    const bit = 1n << BigInt(index);
    if ((done & bit) !== 0n) continue;
    pending.push({ call, bit });
    firstEnd = Math.min(firstEnd, call.endedAt ?? Infinity);
  }
  return pending.filter(({ call }) => call.startedAt <= firstEnd);
}

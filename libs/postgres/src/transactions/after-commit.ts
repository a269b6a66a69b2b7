import type { EntityManager } from 'typeorm';
import { describeError } from '@ndx/contracts';

type Callback = () => void;

/** Callbacks per open transaction. */
const waiting = new WeakMap<EntityManager, Callback[]>();

/**
 * Runs a callback, such as a metric update, after the transaction has committed; never after a
 * rollback. An error of the callback becomes a process warning.
 *
 * @throws Error when the manager belongs to no registered transaction
 */
export function afterCommit(manager: EntityManager, callback: Callback): void {
  const others = waiting.get(manager);
  if (!others) throw new Error('an after-commit callback needs a transaction');
  others.push(callback);
}

/** Registers a transaction whose callbacks run after its commit. */
export function awaitCommit(manager: EntityManager): void {
  waiting.set(manager, []);
}

/** Runs, in order, the callbacks registered for a committed transaction. */
export function runAfterCommit(manager: EntityManager): void {
  const callbacks = waiting.get(manager) ?? [];
  waiting.delete(manager);
  for (const callback of callbacks) {
    const failure = failureOf(callback);
    if (failure) process.emitWarning(failure);
  }
}

/** The transaction is committed, so an error in a callback must not fail the caller. */
function failureOf(callback: Callback): Error | undefined {
  try {
    callback();
    return undefined;
  } catch (error) {
    return new Error(`an after-commit callback failed: ${describeError(error)}`);
  }
}

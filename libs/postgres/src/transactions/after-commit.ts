import type { EntityManager } from 'typeorm';
import { describeError } from '@ndx/contracts';

type Tell = () => void;

/** What waits for the end of a transaction. */
const waiting = new WeakMap<EntityManager, Tell[]>();

/**
 * Has something told, such as a figure, once the transaction is committed, and never when it is
 * rolled back. What it tells of is done whether or not that succeeds: a failure is a warning of the
 * process.
 *
 * @throws Error when the manager is of no transaction that would tell it
 */
export function afterCommit(manager: EntityManager, tell: Tell): void {
  const others = waiting.get(manager);
  if (!others) throw new Error('what is to be told after a commit needs a transaction to wait for');
  others.push(tell);
}

/** Registers a transaction whose callbacks run after its commit. */
export function awaitCommit(manager: EntityManager): void {
  waiting.set(manager, []);
}

/** Runs, in order, the callbacks registered for a committed transaction. */
export function runAfterCommit(manager: EntityManager): void {
  const tells = waiting.get(manager) ?? [];
  waiting.delete(manager);
  for (const tell of tells) {
    const failure = failureOf(tell);
    if (failure) process.emitWarning(failure);
  }
}

/** The transaction is committed, so an error in a callback must not fail the caller. */
function failureOf(tell: Tell): Error | undefined {
  try {
    tell();
    return undefined;
  } catch (error) {
    return new Error(`what was to follow a commit failed: ${describeError(error)}`);
  }
}

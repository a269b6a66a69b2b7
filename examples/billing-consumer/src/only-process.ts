import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { BillingError } from './billing-error.js';

/** Names the process that writes the books, until it ends. */
export const MARK = 'consumer.pid';

/** What this process leaves for others to read. */
const OWN = `${hostname()} ${process.pid}\n`;

/**
 * Makes this process the only one that writes the books in a folder, until it calls what is returned
 * or ends. One that was killed leaves its mark; the next one on its host takes that over.
 * @throws BillingError when another process writes them, or may do
 */
export function onlyProcessIn(folder: string): () => void {
  const mark = join(folder, MARK);
  for (;;) {
    if (isPlaced(mark))
      return () => {
        leave(mark);
      };
    const found = textOf(mark);
    if (found === undefined) continue;
    requireGone(found, mark);
    takeAway(mark, found);
  }
}

/** Whole or not at all: a mark is never there without its text. */
function isPlaced(path: string): boolean {
  const whole = `${path}.${randomUUID()}`;
  writeFileSync(whole, OWN, { flag: 'wx' });
  try {
    linkSync(whole, path);
    return true;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
    return false;
  } finally {
    rmSync(whole);
  }
}

/** @throws BillingError unless the mark's process has ended for sure */
function requireGone(found: string, mark: string): void {
  const [, host, id] = /^(\S+) (\d+)\n$/.exec(found) ?? [];
  if (host === undefined)
    throw new BillingError(`${mark} does not say which process wrote it. ${remedyFor(mark)}`);
  if (host !== hostname())
    throw new BillingError(
      `Process ${String(id)} on ${host} consumes into this folder, as ${mark} says. From ${hostname()} it cannot be seen whether it has ended. ${remedyFor(mark)}`,
    );
  const pid = Number(id);
  // In a container every process has the same id as the one that was killed.
  if (pid !== process.pid && isAlive(pid))
    throw new BillingError(`Process ${pid} consumes into this folder already, as ${mark} says.`);
}

const remedyFor = (mark: string) => `If it is gone for good, delete ${mark} and start again.`;

/** One at a time takes a mark away, so that nobody takes away the mark of who was faster. */
function takeAway(mark: string, found: string): void {
  const taking = `${mark}.taking-over`;
  if (!isPlaced(taking))
    throw new BillingError(
      `Another process is taking ${mark} over. If none is, delete ${taking} and start again.`,
    );
  try {
    if (textOf(mark) === found) rmSync(mark);
  } finally {
    rmSync(taking);
  }
}

function leave(mark: string): void {
  if (textOf(mark) === OWN) rmSync(mark);
}

/** Undefined when it is not there any more. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    // The signal 0 does nothing but ask.
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false;
    if (isCode(error, 'EPERM')) return true;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

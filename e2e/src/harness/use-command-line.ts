import { afterAll, beforeAll, expect } from '@jest/globals';
import { CommandLine, type Ran } from './command-line.js';
import type { Exchange } from './exchange.js';

/** Runs of `ndx` during the tests of a suite, in a session of an account. */
export function useCommandLine(
  exchange: () => Exchange,
  account: Parameters<CommandLine['login']>[0],
) {
  let commandLine: CommandLine;
  beforeAll(async () => {
    commandLine = await CommandLine.open(exchange());
    expect(await commandLine.login(account)).toMatchObject({ status: 0 });
  });
  afterAll(() => commandLine.close());
  return {
    ndx: (...args: readonly string[]): Promise<Ran> => commandLine.run(...args),
    json: (...args: readonly string[]): Promise<unknown> => commandLine.json(...args),
    /** A temporary folder. */
    folder: () => commandLine.folder,
  };
}

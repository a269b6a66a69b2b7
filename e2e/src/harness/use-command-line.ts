import { afterAll, beforeAll, expect } from '@jest/globals';
import { CommandLine, type Ran } from './command-line.js';
import type { Exchange } from './exchange.js';

type Account = Parameters<CommandLine['login']>[0];

/** Runs of `ndx` during the tests of a suite, in a session of an account if one is given. */
export function useCommandLine(exchange: () => Exchange, account?: Account) {
  let commandLine: CommandLine;
  const login = async (of: Account) => {
    expect(await commandLine.login(of)).toMatchObject({ status: 0 });
  };
  beforeAll(async () => {
    commandLine = await CommandLine.open(exchange());
    if (account) await login(account);
  });
  afterAll(() => commandLine.close());
  return {
    login,
    start: (...args: Parameters<CommandLine['start']>) => commandLine.start(...args),
    ndx: (...args: readonly string[]): Promise<Ran> => commandLine.run(...args),
    json: (...args: readonly string[]): Promise<unknown> => commandLine.json(...args),
    /** A temporary folder. */
    folder: () => commandLine.folder,
  };
}

import { writeFileSync } from 'node:fs';
import { UsageError } from '@ndx/command-line';
import { ROWS, SECTION_TITLES } from '../contract/index.js';
import { Client, TokenRefusedError } from '../http/client.js';
import { Kit } from '../kit/kit.js';
import { foundNetworks, leaveNothingBehind } from '../kit/own-networks.js';
import { Receiver } from '../kit/receiver.js';
import { Mismatch } from '../run/mismatch.js';
import type { Outcome, Row } from '../run/row.js';
import { runRows, OPTIONS } from '../run/run-rows.js';
import type { Options } from './options.js';
import { havePassed, jsonOf, reportOf } from './report.js';

/**
 * Checks the deployment against the contract and prints the report.
 * @param signal ends the run early; its data is still cleaned up
 * @returns whether every row passed; with `--allow-skipped` also if rows were not run
 * @throws UsageError, CannotBeginError, NotReachedError, TokenGoneError
 */
export async function runKit(
  options: Options,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const { receiverUrl } = options;
  const receiver = receiverUrl === undefined ? undefined : await Receiver.listen(receiverUrl);
  try {
    return await check(options, receiver, print, signal);
  } finally {
    await receiver?.close();
  }
}

async function check(
  options: Options,
  receiver: Receiver | undefined,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const rows = rowsOf(options.only);
  const client = new Client(options.baseUrl, options.tokens, options.renew);
  const kit = new Kit(client, await begun(foundNetworks(client)), receiver);
  print(`Conformance of ${options.baseUrl}: ${rows.length} rows`);
  print(`in the kit's own networks ${kit.networkId} and ${kit.otherNetworkId}\n`);
  const checked = await whileLetIn(kit, runRows(rows, kit, { signal }));
  const outcomes = [...checked, await whileLetIn(kit, cleanUp(kit))];
  print(reportOf(outcomes, SECTION_TITLES));
  if (options.jsonFile !== undefined) writeJson(options, kit, outcomes);
  return havePassed(outcomes, options.allowSkipped) && !signal.aborted;
}

/** A token was rejected during the run, and there was no newer one. */
export class TokenGoneError extends Error {}

async function begun<T>(beginning: Promise<T>): Promise<T> {
  try {
    return await beginning;
  } catch (error) {
    if (error instanceof TokenRefusedError) throw new TokenGoneError(`${refusalOf(error)}.`);
    throw error;
  }
}

/** If another token than the kit's own is rejected, the kit can still clean up. */
async function whileLetIn<T>(kit: Kit, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof TokenRefusedError)) throw error;
    if (error.token !== 'own') await cleanUp(kit);
    const left = `the kit's networks ${kit.networkId} and ${kit.otherNetworkId} are left`;
    throw new TokenGoneError(
      `${refusalOf(error)}; ${error.token === 'own' ? left : 'it cleaned up'}.`,
    );
  }
}

function refusalOf({ token, message }: TokenRefusedError): string {
  const option = OPTIONS[token];
  return `The token of ${option} was refused (${message}) and no newer one is to be had: the run ends`;
}

/** The rows of the sections; `7` names 7.2 to 7.5. */
function rowsOf(only: readonly string[]): readonly Row[] {
  const unknown = only.find((name) => !ROWS.some((row) => isWithin(row, name)));
  if (unknown !== undefined) {
    const known = [...SECTION_TITLES.keys()].join(', ');
    throw new UsageError(`--only names no section that has rows: ${unknown}. There are ${known}.`);
  }
  return ROWS.filter((row) => only.length === 0 || only.some((name) => isWithin(row, name)));
}

function isWithin({ section }: Row, name: string): boolean {
  return section === name || section.startsWith(`${name}.`) || section.startsWith(`${name} `);
}

async function cleanUp(kit: Kit): Promise<Outcome> {
  const row: Row = {
    section: 'afterwards',
    says: 'nothing is left outside the networks that the kit made',
    check: async () => {
      const left = await leaveNothingBehind(kit);
      if (left.length > 0) throw new Mismatch('everything taken back', left.join('; '));
    },
  };
  const [outcome] = await runRows([row], kit);
  if (outcome === undefined) throw new Error('the last row has no outcome');
  return outcome;
}

function writeJson({ jsonFile = '', baseUrl }: Options, kit: Kit, outcomes: readonly Outcome[]) {
  const report = {
    base_url: baseUrl,
    network_ids: [kit.networkId, kit.otherNetworkId],
    rows: outcomes.map(jsonOf),
  };
  writeFileSync(jsonFile, `${JSON.stringify(report, null, 2)}\n`);
}

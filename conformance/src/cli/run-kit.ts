import { writeFileSync } from 'node:fs';
import { ROWS, SECTION_TITLES } from '../contract/index.js';
import { Client } from '../http/client.js';
import { Kit } from '../kit/kit.js';
import { foundNetworks, leaveNothingBehind } from '../kit/own-networks.js';
import { Mismatch, type Outcome, type Row } from '../run/row.js';
import { runRows } from '../run/run-rows.js';
import { UsageError, type Options } from './options.js';
import { jsonOf, reportOf } from './report.js';

/**
 * Holds the deployment against the contract and prints the report.
 * @param signal ends the run early; what it made is taken back all the same
 * @returns whether no row failed
 * @throws UsageError, CannotBeginError, NotReachedError
 */
export async function runKit(
  options: Options,
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const rows = rowsOf(options.only);
  const client = new Client(options.baseUrl, options.tokens);
  const kit = new Kit(client, await foundNetworks(client));
  print(`Conformance of ${options.baseUrl}: ${rows.length} rows`);
  print(`in the kit's own networks ${kit.networkId} and ${kit.otherNetworkId}\n`);
  const outcomes = [...(await runRows(rows, kit, { signal })), await cleanUp(kit)];
  print(reportOf(outcomes, SECTION_TITLES));
  if (options.jsonFile !== undefined) writeJson(options, kit, outcomes);
  return outcomes.every(({ verdict }) => verdict !== 'failed') && !signal.aborted;
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

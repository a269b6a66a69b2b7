import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { Argument, Command } from '@commander-js/extra-typings';
import { eachItem, type AuditLogEntry, type AuditVerification } from '@ndx/client';
import { CliError } from '../cli-error.js';
import { networkOf } from '../network-option.js';
import { members, print, table } from '../output.js';
import { connect } from '../session.js';

type Client = Awaited<ReturnType<typeof connect>>;

const SERVICES = [
  ...(['entity', 'consent', 'policy', 'attestation', 'furnishing', 'product-query'] as const),
];
type Service = (typeof SERVICES)[number];

const service = () => new Argument('<service>', 'the service that keeps the log').choices(SERVICES);

interface Filters {
  readonly type?: string | undefined;
  readonly subject?: string | undefined;
  readonly account?: string | undefined;
  readonly related?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly network?: string | undefined;
}

/** A command that reads the entries that match its options. */
const entriesCommand = (name: string, description: string) =>
  new Command(name)
    .description(description)
    .addArgument(service())
    .option('--type <type>', 'entries of a type, such as policy.querying-policy-saved.v1')
    .option('--subject <id>', 'entries about a policy, consent, record or other object')
    .option('--account <id>', 'changes by an account')
    .option('--related <id>', 'entries whose content names an id')
    .option('--from <time>', 'entries from this time on, ISO 8601')
    .option('--to <time>', 'entries before this time, ISO 8601')
    .option('--network <id>', 'id or name of the network');

async function* entries(name: Service, filters: Filters): AsyncGenerator<AuditLogEntry> {
  const ndx = await connect();
  const { type, subject, account, related, from, to, network } = filters;
  const path = { network_id: await networkOf(ndx, network), service: name };
  const query = {
    ...(type !== undefined && { type }),
    ...(subject !== undefined && { subject }),
    ...(account !== undefined && { account_id: account }),
    ...(related !== undefined && { related_id: related }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
  yield* eachItem(ndx.listAuditLogEntries, { path, query });
}

const list = entriesCommand(
  'list',
  "lists the entries of a service's audit log, each verified by the server, newest first",
)
  .option('--json', 'prints a JSON object on each line')
  .action(async (name, { json, ...filters }) => {
    for await (const entry of entries(name, filters)) {
      process.stdout.write(json ? `${JSON.stringify(entry)}\n` : line(entry));
    }
  });

function line({ seq, occurred_at, type, subject, account_id, is_intact }: AuditLogEntry): string {
  const columns = [seq, occurred_at, type, subject, account_id ?? 'no account'];
  return `${[...columns, ...(is_intact ? [] : ['ALTERED'])].join('  ')}\n`;
}

const exportEntries = entriesCommand(
  'export',
  'writes the entries to a file, a JSON object on each line; the exit status is 11 when the server finds an altered one',
)
  .requiredOption('--file <file>', 'where to save it; replaced when all entries are there')
  .option('--json', 'prints the counts as JSON')
  .action(async (name, { file, json, ...filters }) => {
    const part = `${file}.part`;
    const counts = { entries: 0, altered: 0 };
    try {
      const output = createWriteStream(part);
      await once(output, 'open');
      for await (const entry of entries(name, filters)) {
        if (!output.write(`${JSON.stringify(entry)}\n`)) await once(output, 'drain');
        counts.entries += 1;
        if (!entry.is_intact) counts.altered += 1;
      }
      await finished(output.end());
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    print({ file, ...counts }, { json }, members);
    if (counts.altered > 0) {
      throw new CliError('unverified', `${counts.altered} entries of ${name} were altered`, {
        hint: 'See the lines of the file with "is_intact":false, and ask the operator.',
      });
    }
  });

interface Verified extends AuditVerification {
  readonly service: Service;
}

const verify = new Command('verify')
  .description(
    'has the server verify whole audit logs of a network; the exit status is 11 for an altered or missing entry',
  )
  .argument('[service...]', `default: ${SERVICES.join(', ')}`)
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async (names, { network, ...options }) => {
    const chosen = names.length === 0 ? SERVICES : names.map(serviceNamed);
    const ndx = await connect();
    const network_id = await networkOf(ndx, network);
    const results: Verified[] = [];
    for (const name of chosen) results.push(await verification(ndx, network_id, name));
    print(results, options, (all) =>
      table(
        ['SERVICE', 'ENTRIES', 'VERIFIED', 'RESULT'],
        all.map((each) => [each.service, each.last_seq, each.verified_through, resultOf(each)]),
        '',
      ),
    );
    const faulty = results.filter((each) => !isVerified(each)).map((each) => each.service);
    if (faulty.length > 0) {
      throw new CliError('unverified', `not verified: ${faulty.join(', ')}`, {
        hint: 'Ask the operator of the exchange; --json has the details.',
      });
    }
  });

function serviceNamed(name: string): Service {
  const found = SERVICES.find((each) => each === name);
  if (found) return found;
  throw new CliError('usage', `no service ${name} keeps an audit log`, {
    hint: `Name some of: ${SERVICES.join(', ')}.`,
  });
}

/** The verification of all parts of a log; it ends at a fault. */
async function verification(ndx: Client, network_id: string, name: Service): Promise<Verified> {
  const path = { network_id, service: name };
  const gaps: AuditVerification['gaps'] = [];
  let after = 0;
  for (;;) {
    const { data: part } = await ndx.verifyAuditLog({ path, query: { after } });
    gaps.push(...part.gaps);
    const isStuck = part.verified_through === after;
    if (part.is_complete || part.fault !== null || isStuck) return { service: name, ...part, gaps };
    after = part.verified_through;
  }
}

const isVerified = ({ is_complete, fault, gaps }: Verified) =>
  is_complete && fault === null && gaps.length === 0;

function resultOf({ fault, gaps, is_complete }: Verified): string {
  if (fault) return `entry ${fault.seq}: ${fault.reason}`;
  if (gaps.length > 0) return `${gaps.length} recorded losses of entries`;
  return is_complete ? 'verified' : 'the newest entries are not signed yet';
}

export const audit = new Command('audit')
  .description("lists, exports and verifies a network's audit logs")
  .addCommand(list)
  .addCommand(exportEntries)
  .addCommand(verify);

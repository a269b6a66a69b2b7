import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { serviceVariable, type StatefulServiceName } from '@ndx/contracts';
import { entryOf } from '@ndx/tools/network/service-processes';
import type { Exchange } from './exchange.js';

const run = promisify(execFile);

export interface Verification {
  readonly isWhole: boolean;
  /** One line for each log. */
  readonly output: string;
}

/** The output of a service's `audit-verify` command. */
export function auditVerify(
  exchange: Exchange,
  service: StatefulServiceName,
  ...args: readonly string[]
): Promise<Verification> {
  return verifyIn(exchange.network.environment(service), service, args);
}

/** Like `auditVerify`, with a copy of the published keys and no secret of the service. */
export function auditVerifyWithKeys(
  exchange: Exchange,
  service: StatefulServiceName,
  keys: string,
): Promise<Verification> {
  const database = serviceVariable(service, 'DATABASE_URL');
  const { [database]: url = '' } = exchange.network.environment(service);
  return verifyIn({ [database]: url }, service, ['--keys', keys]);
}

async function verifyIn(
  variables: Readonly<Record<string, string>>,
  service: StatefulServiceName,
  args: readonly string[],
): Promise<Verification> {
  const env = { ...process.env, ...variables };
  const command = [entryOf(service), 'audit-verify', ...args];
  try {
    const { stdout } = await run(process.execPath, command, { env, maxBuffer: 1 << 28 });
    return { isWhole: true, output: stdout };
  } catch (error) {
    // The error of execFile for another exit status than 0.
    if (!isFailure(error)) throw error;
    return { isWhole: false, output: error.stdout };
  }
}

function isFailure(error: unknown): error is { readonly code: 1; readonly stdout: string } {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 1;
}

export interface Entry {
  readonly type: string;
  readonly subject: string;
  readonly seq: string;
  readonly event_id: string;
  readonly account_id: string | null;
}

/** The entries about a subject in a log, read from the service's database. */
export async function auditEntries(
  exchange: Exchange,
  service: StatefulServiceName,
  network: string,
  subject: string,
): Promise<readonly Entry[]> {
  const rows = await exchange.sql(
    service,
    'select * from audit_entry where network = $1 and subject = $2 order by seq',
    [network, subject],
  );
  return rows.map(({ account_id: account, ...row }) => ({
    type: String(row['type']),
    subject: String(row['subject']),
    seq: String(row['seq']),
    event_id: String(row['event_id']),
    account_id: typeof account === 'string' ? account : null,
  }));
}

/**
 * Changes the account of an entry as a superuser of the database can, and returns what restores it:
 * other suites share the log.
 */
export async function alterEntry(
  exchange: Exchange,
  service: StatefulServiceName,
  { event_id, account_id }: Entry,
): Promise<() => Promise<void>> {
  const setAccount = async (account: string | null) => {
    await exchange.sql(
      service,
      `with off as (select set_config('session_replication_role', 'replica', true))
       update audit_entry set account_id = $1 from off where event_id = $2`,
      [account, event_id],
    );
  };
  await setAccount(null);
  return () => setAccount(account_id);
}

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stableId, type Principal } from '@ndx/contracts';
import { account, compareAsOwners, PRINCIPAL_VARIABLES, testKeys } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OwnService } from './replay/own-service.js';

const NOBODY = 'http://127.0.0.1:9';

const ATTESTATION = {
  product_id: stableId('product', 'kyb_certificate'),
  signed_by_name: 'Compliance office',
  signed_by_title: 'Head of compliance',
  attestation_data: {},
};

let service: OwnService;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'audit-gap-'));
  service = await OwnService.start('attestation', {
    ...PRINCIPAL_VARIABLES,
    ...testKeys().variables,
    ENTITY_URL: NOBODY,
    PRODUCT_QUERY_URL: NOBODY,
    FURNISHING_URL: NOBODY,
  });
  await compareAsOwners('attestation', service.requests);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

/** Creates attestations; each has an entry in the log of its institution. */
async function attest(by: Principal, count: number): Promise<void> {
  const entries = () =>
    service.sql('select from audit_entry where network = $1 and type like $2', [
      by.entity_id,
      'attestation.%',
    ]);
  const before = (await entries()).length;
  for (let n = 0; n < count; n += 1) {
    const answer = await service.requests.call(
      by,
      'POST',
      '/v1/institution-attestation',
      ATTESTATION,
    );
    // No subscriber runs here that could confirm it.
    expect(answer).toMatchObject({ status: 500, body: { reason: 'not_confirmed' } });
  }
  await eventually(async () => expect(await entries()).toHaveLength(before + count));
}

/** The database as it is now. Returns the function that restores it. */
async function snapshot(): Promise<() => Promise<unknown>> {
  const tables = ['audit_entry', 'audit_head', 'attestation'];
  const statements: string[] = [];
  for (const table of tables) {
    const [row] = await service.sql(`select jsonb_agg(t) as rows from ${table} t`);
    statements.push(
      `delete from ${table};`,
      `insert into ${table}
       select * from jsonb_populate_recordset(null::${table}, $json$${JSON.stringify(row?.['rows'])}$json$);`,
    );
  }
  return () =>
    service.sql(
      `do $$ begin set local session_replication_role = replica; ${statements.join(' ')} end $$`,
    );
}

/** The lines of the logs that are not as written. */
async function brokenLogs(...parameters: string[]): Promise<readonly string[]> {
  const output = await service.command('audit-verify', ...parameters).catch(outputOf);
  return output.split('\n').filter((line) => line.includes('BROKEN'));
}

/** The output of a command that ended with status 1. */
function outputOf(error: unknown): string {
  const isFailure =
    typeof error === 'object' && error !== null && 'code' in error && error.code === 1;
  if (!isFailure || !('stdout' in error)) throw error;
  return String(error.stdout);
}

const recorded = async () =>
  (await service.sql(`select network from audit_entry where type = 'audit.gap-recorded.v1'`))
    .length;

test('a lost end of the audit log is reported, recorded in its logs with --record-gap, and then valid', async () => {
  const [kept, lost] = [account(), account()];
  await attest(kept, 2);
  const restore = await snapshot();
  await attest(kept, 2);
  await attest(lost, 1);
  const checkpoints = join(folder, 'checkpoints.json');
  await service.command('audit-verify', '--export', checkpoints);
  await restore();
  await attest(kept, 1);

  expect(await brokenLogs()).toEqual([]);
  const broken = await brokenLogs('--checkpoints', checkpoints);
  // The log of each institution, and the register, which lost the second log.
  expect(broken).toHaveLength(3);
  for (const name of [kept.entity_id, lost.entity_id, 'register of logs']) {
    expect(broken.filter((line) => line.includes(name))).toHaveLength(1);
  }

  expect(await brokenLogs('--record-gap', '--checkpoints', checkpoints)).toEqual([]);
  expect(await recorded()).toBe(3);
  await attest(kept, 3);
  await attest(lost, 1);
  expect(await brokenLogs('--checkpoints', checkpoints)).toEqual([]);

  // What is recorded is not recorded again.
  expect(await brokenLogs('--record-gap', '--checkpoints', checkpoints)).toEqual([]);
  expect(await recorded()).toBe(3);
});

test('a new signing key is an entry of each log, and old checkpoints stay verifiable', async () => {
  const institution = account();
  await attest(institution, 1);
  const checkpoints = join(folder, 'before-rotation.json');
  await service.command('audit-verify', '--export', checkpoints);
  const { signing } = JSON.parse(await service.command('keys', '--status')) as { signing: string };
  const next = randomBytes(32).toString('base64');
  const file = join(folder, 'next');
  writeFileSync(file, next);

  await service.command('audit-rotate', '--next', file);

  expect(await brokenLogs('--checkpoints', checkpoints)).toEqual([]);
  const [entry] = await service.sql(
    `select data from audit_entry where network = $1 and type = 'audit.key-rotated.v1'`,
    [institution.entity_id],
  );
  expect(entry?.['data']).toContain(`/${institution.entity_id}/attestation`);
  const rotated = {
    ATTESTATION_SIGNING_KEY: next,
    PREVIOUS_SIGNING_KEYS: `${signing}${new Date().toISOString()}`,
  };
  const verify = ['audit-verify', '--checkpoints', checkpoints];
  expect(await service.commandWith(rotated, ...verify)).toContain(': ok, ');
  const withoutOldKey = { ATTESTATION_SIGNING_KEY: next };
  await expect(service.commandWith(withoutOldKey, ...verify)).rejects.toMatchObject({ code: 1 });
});

test('an empty log of a service with audited rows is a fault', async () => {
  const institution = account();
  await attest(institution, 1);
  const restore = await snapshot();
  await service.sql(`
    do $$ begin
      set local session_replication_role = replica;
      delete from audit_entry;
      delete from audit_head;
    end $$`);
  const broken = await brokenLogs();
  await restore();
  expect(broken.filter((line) => line.includes(institution.entity_id))).toEqual([
    `attestation: log ${institution.entity_id}: BROKEN at entry 1: the service has audited rows of the log, and no entry: all of it was removed`,
  ]);
  expect(await brokenLogs()).toEqual([]);
});

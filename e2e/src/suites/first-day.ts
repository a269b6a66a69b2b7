import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { eventually } from '@ndx/testing';
import { xlsx, type XlsxCell } from '@ndx/testing/xlsx';
import { blocksOfKind, RUN_DOCUMENTS, shellSteps } from '@ndx/tools/docs/shell-steps';
import { expectShown } from '../harness/documented-steps.js';
import type { Exchange } from '../harness/exchange.js';
import { NewMachine } from '../harness/new-machine.js';

const run = promisify(execFile);

const [FILE] = RUN_DOCUMENTS.onANewMachine;
const GUIDE = readFileSync(join(projectRoot(), FILE), 'utf8');
const STEPS = shellSteps(GUIDE);

const ROWS = 20_000;
const HEADER = ['Name', 'Formed in', 'Number', 'Verified at', 'Type'];
/** Lines of the spreadsheet with a cell that a spreadsheet damaged. */
const DAMAGED: Readonly<Record<number, XlsxCell>> = { 18: '1.23E+07', 4712: ['t="e"', '#N/A'] };
/** Lines of the spreadsheet that the network rejects. */
const REJECTED = [100, 9_000, 20_001];
const FURNISH_TIMEOUT_MS = 300_000;

/** The first day of an integrator, on a machine without the repository. */
export function firstDaySuite(exchange: () => Exchange): void {
  describe('the first day of an integrator', () => {
    let machine: NewMachine;

    beforeAll(async () => {
      machine = await NewMachine.open(exchange());
      const to = ['--pack-destination', machine.folder, '--silent'];
      await run('npm', ['pack', '--workspace', 'clients/cli', ...to], { cwd: projectRoot() });
      const [mapping = ''] = blocksOfKind(GUIDE, 'json');
      await writeFile(join(machine.folder, 'mapping.json'), mapping);
    });

    afterAll(() => machine.close());

    test(
      'takes the documented commands, although the file is damaged and the gateway stops',
      async () => {
        expect(STEPS.length).toBeLessThanOrEqual(15);
        const steps = STEPS.values();
        /** Runs the next command of the guide; its documented output must appear. */
        const next = async (status = 0, run = (command: string) => machine.run(command)) => {
          const step = nextOf(steps);
          const ran = await run(step.command);
          expect({ command: step.command, ...ran }).toMatchObject({ status });
          if (step.shown) expectShown(step, ran.stdout + ran.stderr);
          return ran.stdout;
        };

        await next();
        await next();
        await next();
        await machine.write('customers.xlsx', spreadsheet(DAMAGED));
        await next(7);
        expect(existsSync(resultFile())).toBe(false);

        await machine.write('customers.xlsx', spreadsheet({}));
        const furnished = next(7);
        const before = await eventually(async () => {
          const results = await resultsOf(resultFile());
          expect(results).not.toEqual([]);
          return results.length;
        });
        await crashOfGateway();
        expect(before).toBeLessThan(ROWS);
        await furnished;
        const records = (await resultsOf(resultFile())).flatMap(({ record_id }) => record_id ?? []);
        expect(new Set(records).size).toBe(ROWS - REJECTED.length);
        await next();
        await next();

        await next();
        await next();
        const consent = /^consent_id +(\S+)$/m.exec(await next());
        const [, consentId = ''] = consent ?? [];
        const query = nextOf(steps).command.replace('CONSENT_ID', consentId);
        const answered = await eventually(async () => {
          const ran = await machine.run(query);
          expect(ran).toMatchObject({
            status: 0,
            stdout: expect.stringMatching(/First Demo Bank/),
          });
          return ran.stdout;
        });
        const [, queryEventId = ''] = /^query event +(\S+)$/m.exec(answered) ?? [];
        await next(0, (command) => machine.run(command, { QUERY_EVENT_ID: queryEventId }));
        expect(await next(0, (command) => machine.runOffline(command))).toMatch(/verified/);

        const tail = nextOf(steps).command;
        const first = machine.start(tail);
        const asked = async () => {
          const { stdout } = await machine.run(query);
          return /^query event +(\S+)$/m.exec(stdout)?.[1] ?? 'no query event';
        };
        await eventually(() =>
          expect(existsSync(join(machine.folder, 'events.cursor'))).toBe(true),
        );
        const earlier = await asked();
        await eventually(() => expect(first.printed()).toContain(earlier));
        await crashOfGateway();
        const after = await asked();
        await eventually(() => expect(first.printed()).toContain(after));
        await first.interrupt();

        const later = await asked();
        const second = machine.start(tail);
        await eventually(() => expect(second.printed()).toContain(later));
        await second.interrupt();
        expect(second.printed()).not.toContain(after);
        expect(steps.next().done).toBe(true);
      },
      FURNISH_TIMEOUT_MS,
    );

    const resultFile = () => join(machine.folder, 'customers.xlsx.results.ndjson');

    async function crashOfGateway(): Promise<void> {
      const gateway = exchange().network.processes.get('gateway');
      if (!gateway) throw new Error('the gateway does not run');
      await gateway.kill('SIGKILL');
      await gateway.ready();
    }
  });
}

function nextOf<Step>(steps: Iterator<Step, undefined>): Step {
  const { value } = steps.next();
  if (value === undefined) throw new Error('the guide has fewer commands');
  return value;
}

interface RowResult {
  readonly record_id?: string;
}

async function resultsOf(file: string): Promise<RowResult[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as RowResult);
}

/** The customers of a bank, with some damaged cells in place of their numbers. */
function spreadsheet(damaged: Readonly<Record<number, XlsxCell>>): Buffer {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const [customer, line] = [index + 1, index + 2];
    const number: XlsxCell = damaged[line] ?? `FD${customer}`;
    const formedIn = REJECTED.includes(line) ? 'nowhere' : 'US-VT';
    const name = `First Day ${customer} LLC`;
    return [name, formedIn, number, '2026-01-15T09:30:00Z', 'limited_liability_company'];
  });
  return xlsx({ Customers: [HEADER, ...rows] });
}

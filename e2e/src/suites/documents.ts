import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { eventually } from '@ndx/testing';
import { RUN_DOCUMENTS, shellSteps } from '@ndx/tools/docs/shell-steps';
import { QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { isIssued, queryUntil, TestBusiness } from '../harness/business.js';
import { expectShown, runSteps } from '../harness/documented-steps.js';
import type { Exchange } from '../harness/exchange.js';
import { succeed } from '../harness/participant.js';

/** The documented commands work and print the documented output. */
export function documentsSuite(exchange: () => Exchange): void {
  describe('the commands of', () => {
    // If a step fails, the commands that reset the clock do not run.
    afterEach(() => succeed(exchange().as(QUERYING_BANK).delete('/v1/sandbox/clock')));

    test.each(RUN_DOCUMENTS.always)('%s work as documented', (file) =>
      expectDocumented(exchange(), file),
    );

    test('the guide of integrators work as documented, page after page in one shell', () =>
      expectDocumented(exchange(), RUN_DOCUMENTS.inOneShell));
  });
}

/** The same for documents whose commands each start a process for each service. */
export function longDocumentsSuite(exchange: () => Exchange): void {
  describe('the maintenance commands of', () => {
    test.each(RUN_DOCUMENTS.inFullRun)(
      '%s work as documented',
      (file) => expectDocumented(exchange(), file),
      120_000,
    );
  });
}

/** The same for documents about Kafka. */
export function kafkaDocumentsSuite(exchange: () => Exchange): void {
  describe('on Kafka, the commands of', () => {
    beforeAll(async () => {
      const business = new TestBusiness(exchange());
      await business.furnish();
      await queryUntil(exchange(), { consent_id: await business.consent() }, isIssued);
      await eventually(async () => {
        const pending = await exchange().sql('product-query', 'select 1 from outbox', []);
        expect(pending).toEqual([]);
      });
    });

    test.each(RUN_DOCUMENTS.onKafka)('%s work as documented', async (file) => {
      const { bus, databases } = exchange().network;
      if (bus.address.kind !== 'kafka') throw new Error('this suite is about Kafka');
      await expectDocumented(exchange(), file, {
        '127.0.0.1:9092': bus.address.brokers.join(','),
        'postgres://billing:password@127.0.0.1:5432/billing':
          await databases.postgres.createDatabase('documented_billing'),
        // Another suite reads the topic with the group of the document.
        '--until-caught-up': '--until-caught-up --group documented',
        '.data-billing/statements': mkdtempSync(join(tmpdir(), 'documented-statements-')),
      });
    });
  });
}

async function expectDocumented(
  { network }: Exchange,
  files: string | readonly string[],
  addresses: Readonly<Record<string, string>> = {},
): Promise<void> {
  const steps = [files]
    .flat()
    .flatMap((file) => shellSteps(readFileSync(join(projectRoot(), file), 'utf8')));
  expect(steps.length).toBeGreaterThan(0);
  const { gatewayUrl, tokenUrl } = network.addresses;
  const outputs = await runSteps(steps, {
    ...addresses,
    'http://localhost:8080': gatewayUrl,
    'http://localhost:8090/token': tokenUrl,
    'ndx login ': `ndx login --url ${gatewayUrl} --token-url ${tokenUrl} `,
    ...programsOf(network.dataDir),
  });
  expect(outputs).toHaveLength(steps.length);
  for (const [index, step] of steps.entries()) expectShown(step, outputs[index] ?? '');
}

/** The program of each npm script, without the build before it, for the network of a data folder. */
function programsOf(dataDir: string): Record<string, string> {
  const file = readFileSync(join(projectRoot(), 'package.json'), 'utf8');
  const { scripts } = JSON.parse(file) as { readonly scripts: Readonly<Record<string, string>> };
  const programs = Object.entries(scripts).flatMap(([name, script]) => {
    const [, program] = / && (node tools\/dist\/[\w-]+\.js)$/.exec(script) ?? [];
    if (program === undefined) return [];
    const started = `${program} --data ${dataDir}`;
    return [
      [`npm run ${name} -- `, `${started} `],
      [`npm run ${name}\n`, `${started}\n`],
    ] as const;
  });
  return Object.fromEntries(programs);
}

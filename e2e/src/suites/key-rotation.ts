import { spawn } from 'node:child_process';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { entryOf } from '@ndx/tools/network/service-processes';
import type { Exchange } from '../harness/exchange.js';
import { Inspection } from '../harness/inspection.js';
import { isAnswered, templateNamed, TemplateSubject } from '../harness/template-subject.js';

const VERIFICATION = templateNamed('business_identity_verification');
const TIMEOUT_MS = 300_000;

interface Outcome {
  readonly status: number | null;
  readonly summary: { readonly active: string; readonly values: Readonly<Record<string, number>> };
  readonly progress: string;
}

/** Encryption keys are rotated while the exchange runs (design 5, decision 37). */
export function keyRotationSuite(exchange: () => Exchange): void {
  describe('rotating the sealing keys of a running exchange', () => {
    let business: TemplateSubject;
    let consumer: TemplateSubject;

    beforeAll(async () => {
      business = new TemplateSubject(exchange());
      consumer = new TemplateSubject(exchange());
      for (let more = 0; more < 30; more += 1) await new TemplateSubject(exchange()).consent();
      await consumer.consent();
      await business.furnish(VERIFICATION);
      await business.queryUntil(VERIFICATION, isAnswered);
    }, TIMEOUT_MS);

    test(
      'resumes after kill -9, and leaves no value under the old key',
      async () => {
        const { active, values } = (await keys('entity', ['--status'])).summary;
        expect(active).toBe('local');
        expect(values['newer']).toBeGreaterThan(20);
        const killed = await keys('entity', ['--batch', '1'], { killAtProgress: true });
        expect(killed.status).toBeNull();
        const between = (await keys('entity', ['--status'])).summary.values;
        expect(between['local']).toBeGreaterThan(0);
        expect(between['newer']).toBeGreaterThan(0);
        const { status, summary, progress } = await keys('entity');
        expect(status).toBe(0);
        expect(summary.values).toEqual({ local: (values['newer'] ?? 0) + (values['local'] ?? 0) });
        expect(progress).toMatch(/entity: \d+ of \d+ rows under the new key, \d+\/s/);
      },
      TIMEOUT_MS,
    );

    test(
      'includes every service, and no database needs the old key afterwards',
      async () => {
        const outcomes = await Promise.all(STATEFUL_SERVICE_NAMES.map((service) => keys(service)));
        for (const { status, summary } of outcomes) {
          expect([status, Object.keys(summary.values)]).toEqual([0, ['local']]);
        }
        const inspection = new Inspection(exchange());
        const oldKey = { kind: 'value under the old key', forms: ['v1.newer'] };
        for (const service of STATEFUL_SERVICE_NAMES) {
          expect(await inspection.columnsWith(service, [oldKey])).toEqual([]);
        }
      },
      TIMEOUT_MS,
    );

    test('keeps values readable, and search and matching unchanged', async () => {
      const { body } = await business.queryUntil(VERIFICATION, isAnswered);
      const { business_tax_identifier_value: value } = business.naming;
      expect(body).toMatchObject({ business_tax_identifier_value: value });
      const client = exchange().as(QUERYING_BANK);
      const search = `/v1/entities/consumer/search?network_id=${DEMO_NETWORK.id}`;
      expect(
        (await client.get(`${search}&social_security_number=${consumer.ssn}`)).body,
      ).toHaveLength(1);
      const { consumerId } = await consumer.consent();
      const again = await consumer.consent();
      expect(again.consumerId).toBe(consumerId);
    });

    /**
     * Runs the command of a service with the keys in reverse order: the older one becomes the new
     * one.
     */
    function keys(
      service: StatefulServiceName,
      args: readonly string[] = [],
      { killAtProgress = false } = {},
    ): Promise<Outcome> {
      const env = exchange().network.environment(service);
      const reversed = (env['SEALING_KEYS'] ?? '').split(',').reverse().join(',');
      const child = spawn(process.execPath, [entryOf(service), 'keys', ...args], {
        env: { ...process.env, ...env, SEALING_KEYS: reversed },
      });
      let output = '';
      let progress = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => {
        progress += chunk.toString();
        if (killAtProgress) child.kill('SIGKILL');
      });
      return new Promise((resolve, reject) => {
        child.on('error', reject);
        child.on('close', (status) => {
          const line = output.trim().split('\n').at(-1) ?? '';
          const summary = JSON.parse(line === '' ? '{}' : line) as Outcome['summary'];
          resolve({ status, summary, progress });
        });
      });
    }
  });
}

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { blocksOfKind } from '@ndx/tools/docs/shell-steps';
import { DEMO_NETWORK, FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { FURNISH, isIssued, queryUntil } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';
import { succeed } from '../harness/participant.js';
import { testWith } from '../harness/test-with.js';

const run = promisify(execFile);

const TIMEOUT_MS = 120_000;

/** A program runs briefly: the optimizing compiler and collector threads take more than they save. */
const JDK_JAVA_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

/** The programs of a page, and what each prints. */
const PAGES = {
  'docs/quickstart-furnish.md': /"results":\[\{"index":0,"accepted":true,.*\n$/,
  'docs/quickstart-query.md': /"business_registration_status":"active".*\nissued\n$/,
  'docs/quickstart-govern.md': /^published\n$/,
};

/** The languages of the programs: the kind of their blocks, and how the page says to run them. */
const LANGUAGES = [
  { language: 'Python', kind: 'python', runs: ['python3'] },
  { language: 'Java', kind: 'java', runs: ['java'] },
  { language: 'Go', kind: 'go', runs: ['go', 'run'] },
] as const;

type Language = (typeof LANGUAGES)[number];

const BUSINESS = {
  business_legal_name: 'Ten Minutes LLC',
  business_jurisdiction_of_formation: 'US-VT',
  business_registration_identifier_from_jurisdiction_of_formation: 'TM1001',
};

/** The programs of the quickstarts that need nothing but the standard library of their language. */
export function quickstartProgramsSuite(exchange: () => Exchange): void {
  describe('a program of a quickstart', () => {
    let folder: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'quickstart-'));
      await makeBusinessQueryable();
    });

    afterAll(() => rm(folder, { recursive: true }));

    /** The business that the first quickstart furnishes and the second queries. */
    async function makeBusinessQueryable(): Promise<void> {
      const network_id = DEMO_NETWORK.id;
      const record = {
        business_identity: BUSINESS,
        business_identity_verification: {
          assertions: {
            business_identity_verification_performed_timestamp: '2026-01-15T09:30:00Z',
          },
          data: { business_registration_status: 'active' },
        },
      };
      const furnished = exchange()
        .as(FIRST_BANK)
        .post(FURNISH, { network_id, records: [record] });
      expect(await succeed(furnished)).toMatchObject({ success: true });
      const recorded = exchange().as(QUERYING_BANK).post('/v1/consent/business', {
        network_id,
        did_gather_consent_from_business_prior: true,
        business_consent_identity: BUSINESS,
      });
      const { consent_id } = await succeed(recorded);
      await queryUntil(exchange(), { consent_id }, isIssued);
    }

    /** Runs the program with the command of the page; returns what it printed. */
    async function printed(page: string, { kind, runs }: Language, networkId: string) {
      const text = readFileSync(join(projectRoot(), page), 'utf8');
      const [program = ''] = blocksOfKind(text, kind);
      const [, file = ''] = new RegExp(`\`${runs.join(' ')} (\\w+\\.\\w+)\``).exec(text) ?? [];
      const { gatewayUrl, tokenUrl } = exchange().network.addresses;
      await writeFile(
        join(folder, file),
        program
          .replaceAll('http://localhost:8080', gatewayUrl)
          .replaceAll('http://localhost:8090/token', tokenUrl)
          .replaceAll(DEMO_NETWORK.id, networkId),
      );
      const [command, ...args] = runs;
      const env = { ...process.env, JDK_JAVA_OPTIONS };
      const { stdout } = await run(command, [...args, file], { cwd: folder, env });
      return stdout;
    }

    for (const [page, prints] of Object.entries(PAGES)) {
      for (const language of LANGUAGES) {
        testWith(
          [language.runs[0]],
          `runs as documented: the ${language.language} of ${page}`,
          async () => {
            expect(await printed(page, language, DEMO_NETWORK.id)).toMatch(prints);
          },
          TIMEOUT_MS,
        );
      }

      testWith(
        ['python3'],
        `prints the body of an error: the Python of ${page}`,
        async () => {
          const noNetwork = '00000000-0000-4000-8000-000000000000';
          await expect(printed(page, LANGUAGES[0], noNetwork)).rejects.toThrow(
            '"error_code":"PERMISSION_DENIED"',
          );
        },
        TIMEOUT_MS,
      );
    }
  });
}

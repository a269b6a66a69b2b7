import { readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { blocksOfKind } from '@ndx/tools/docs/shell-steps';
import type { Exchange } from '../harness/exchange.js';
import { PublishedClient } from '../harness/published-client.js';

/**
 * Documents with TypeScript for integrators, and what each prints; the blocks of one are one program.
 * In this order: a later one queries what an earlier one has furnished.
 */
const DOCUMENTS = {
  'clients/typescript/README.md': /RESOURCE_NOT_FOUND[^]*\n0 true \[\]\n$/,
  'docs/quickstart-furnish.md': /^0 accepted\n$/,
  'docs/quickstart-query.md': /^active\nissued\n$/,
  'docs/quickstart-govern.md': /^published\n$/,
};

/** The packed TypeScript client in a project of its own. */
export function publishedClientSuite(exchange: () => Exchange): void {
  describe('the packed TypeScript client', () => {
    let client: PublishedClient;

    beforeAll(async () => {
      client = await PublishedClient.install();
    });

    afterAll(() => rm(client.folder, { recursive: true }));

    const programs = Object.entries(DOCUMENTS).map(([file, prints]) => {
      const text = readFileSync(join(projectRoot(), file), 'utf8');
      return { file, prints, program: blocksOfKind(text, 'ts').join('\n') };
    });

    test.each(programs)(
      'the TypeScript of $file compiles with the published types, and runs',
      async ({ file, prints, program }) => {
        const { gatewayUrl, tokenUrl } = exchange().network.addresses;
        const printed = await client.runProgram(
          `${file.replaceAll(/\W/g, '-')}.ts`,
          program
            .replaceAll('http://localhost:8080', gatewayUrl)
            .replaceAll('http://localhost:8090/token', tokenUrl),
        );
        expect(printed).toMatch(prints);
      },
      60_000,
    );

    test('a CommonJS program compiles with the published types, and runs', async () => {
      const program = `import { createNdxClient, staticToken } from '@ndx/client';
        const ndx = createNdxClient({ baseUrl: '${exchange().url}', token: staticToken('') });
        void ndx.readVersion().then(({ status }) => console.log(typeof require, status));`;
      expect(await client.runProgram('common.cts', program)).toBe('function 200\n');
    });

    test('the whole package is at most 10 kB in a page, compressed', async () => {
      const bundle = await client.bundle("export * from '@ndx/client';");
      expect(bundle.toString()).toContain('NdxConnectionError');
      expect(gzipSync(bundle).length).toBeLessThanOrEqual(10_000);
    });

    test('the package has a README, and no tests', async () => {
      const installed = join(client.folder, 'node_modules', '@ndx', 'client');
      const files = await readdir(installed, { recursive: true });
      expect(files).toEqual(
        expect.arrayContaining(['README.md', 'dist/index.d.ts', 'dist/node.js']),
      );
      expect(files.filter((file) => /spec|testing/.test(file))).toEqual([]);
    });
  });
}

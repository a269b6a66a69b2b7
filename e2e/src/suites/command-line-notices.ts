import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { verifyNotice, type NoticeWebhook } from '@ndx/client';
import { eventually } from '@ndx/testing';
import { FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { isIssued, queryUntil } from '../harness/business.js';
import { CommandLine, ended } from '../harness/command-line.js';
import { CorrectedBusiness } from '../harness/corrected-business.js';
import type { Exchange } from '../harness/exchange.js';

interface Endpoint {
  readonly endpoint_id: string;
}

interface Renewal {
  readonly query_event_id: string;
  readonly certificate_id: string;
}

interface Delivery {
  readonly notice_id: string;
  readonly query_event_id: string;
}

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Notices of answers that are no longer true, listed and forwarded. */
export function commandLineNoticesSuite(exchange: () => Exchange): void {
  describe('ndx notices', () => {
    let commandLine: CommandLine;
    let server: Server;
    let endpoint: string;
    /** The verified webhooks, and the status of the next answers. */
    const received: NoticeWebhook[] = [];
    const statuses: number[] = [];

    const json = async (...args: readonly string[]): Promise<unknown> => {
      const { status, stdout, stderr } = await commandLine.run(...args, '--json');
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      return JSON.parse(stdout);
    };

    beforeAll(async () => {
      commandLine = await CommandLine.open(exchange());
      expect(await commandLine.login(QUERYING_BANK)).toMatchObject({ status: 0 });
      const created = await json('notice-endpoints', 'create');
      endpoint = (created as Endpoint).endpoint_id;
      server = createServer((request, response) => {
        buffer(request)
          .then((body) => verifyNotice(request.headers, body, [SECRET]))
          .then((webhook) => {
            received.push(webhook);
            response.writeHead(statuses.shift() ?? 204).end();
          }, response.destroy.bind(response));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
    });

    afterAll(async () => {
      server.close();
      await commandLine.run('notice-endpoints', 'delete', endpoint);
      await commandLine.close();
    });

    /** The query of a business whose only record is withdrawn afterwards. */
    async function aWithdrawnAnswer(): Promise<string> {
      const business = new CorrectedBusiness(exchange().as(FIRST_BANK));
      const record = await business.furnish('llc');
      const consent_id = await business.consent(exchange().as(QUERYING_BANK));
      const { headers } = await queryUntil(exchange(), { consent_id }, isIssued);
      await business.withdraw(record);
      return String(headers.get('x-ref-id'));
    }

    const kindsOf = (query: string) =>
      received.flatMap(({ data }) => (data.query_event_id === query ? [data.kind] : []));

    test('list the answers of which a record was withdrawn', async () => {
      const query = await aWithdrawnAnswer();
      await eventually(async () => {
        const found = await json('notices', 'list', '--query', query);
        expect(found).toMatchObject([{ kind: 'no_longer_issuable', query_event_id: query }]);
      });
      const shown = await commandLine.run('notices', 'list', '--query', query);
      expect(shown.stdout).toMatch(
        /^NOTICE .*\n.* no_longer_issuable .*business_identity_verification\n$/,
      );
      const other = await commandLine.run('notices', 'list', '--query', query, '--kind', 'changed');
      expect(other.stdout).toBe('There is no notice.\n');
    });

    test('are sent again to an endpoint whose receiver is not found', async () => {
      const url = 'https://receiver.invalid/notices';
      const created = (await json('notice-endpoints', 'create', '--url', url)) as Endpoint;
      const own = ['notice-endpoints', 'deliveries', created.endpoint_id];
      const since = new Date(Date.now() - 1_000).toISOString();
      const query = await aWithdrawnAnswer();
      const { notice_id } = await eventually(async () => {
        const found = (await json(...own, '--state', 'pending')) as readonly Delivery[];
        const delivery = found.find(({ query_event_id }) => query_event_id === query);
        expect(delivery).toMatchObject({ failure: 'name_not_resolved' });
        return delivery ?? { notice_id: '' };
      });
      const again = ['notice-endpoints', 'retry', created.endpoint_id, notice_id];
      expect(await json(...again)).toMatchObject({ state: 'pending', attempts: 0 });
      const window = ['notice-endpoints', 'redeliver', created.endpoint_id, '--since', since];
      const { scheduled } = (await json(...window)) as { readonly scheduled: number };
      expect(scheduled).toBeGreaterThan(0);
      const shown = await commandLine.run(...own);
      expect(shown.stdout).toMatch(new RegExp(`^NOTICE .*\\n(.*\\n)*${notice_id} .* pending `));
      expect(await commandLine.run(...own, '--state', 'x')).toMatchObject({ status: 7 });
      await commandLine.run('notice-endpoints', 'delete', created.endpoint_id);
    });

    test('are forwarded to a receiver until it accepts them, and not again by a later run', async () => {
      const { port } = server.address() as AddressInfo;
      const listening = () =>
        commandLine.start([
          ...['notices', 'listen', '--forward-to', `http://127.0.0.1:${port}/`],
          ...['--secret', SECRET, '--state', join(commandLine.folder, 'cursor')],
          ...['--since', new Date(Date.now() - 1_000).toISOString()],
        ]);
      statuses.push(503);
      const first = listening();
      const query = await aWithdrawnAnswer();
      await eventually(() =>
        expect(kindsOf(query)).toEqual(['no_longer_issuable', 'no_longer_issuable']),
      );
      // The cursor is kept after the page: the next poll comes after it.
      const later = await aWithdrawnAnswer();
      await eventually(() => expect(kindsOf(later)).toEqual(['no_longer_issuable']));
      first.kill('SIGINT');
      const { stdout } = await ended(first);
      expect(stdout).toMatch(
        new RegExp(`no_longer_issuable  ${query}  503\\n.*no_longer_issuable  ${query}  204\\n`),
      );
      const second = listening();
      const last = await aWithdrawnAnswer();
      await eventually(() => expect(kindsOf(last)).toEqual(['no_longer_issuable']));
      second.kill('SIGINT');
      expect(await ended(second)).toMatchObject({ status: 0, stderr: '' });
      expect(kindsOf(query)).toHaveLength(2);
    });

    test('renew the certificate once, after which its query event names the notice', async () => {
      const business = new CorrectedBusiness(exchange().as(FIRST_BANK));
      const record = await business.furnish('llc');
      const consent_id = await business.consent(exchange().as(QUERYING_BANK));
      const { headers } = await queryUntil(exchange(), { consent_id }, isIssued);
      const since = new Date().toISOString();
      await business.furnish('corporation', { corrects_record_id: record });
      const { notice_id } = await eventually(async () => {
        const query = String(headers.get('x-ref-id'));
        const found = (await json('notices', 'list', '--query', query)) as readonly Delivery[];
        expect(found).toMatchObject([{ kind: 'changed' }]);
        return found[0] ?? { notice_id: '' };
      });
      const state = join(commandLine.folder, 'watched');
      const watching = commandLine.start(['watch', '--since', since, '--state', state]);
      await eventually(() => access(state));
      watching.kill('SIGINT');
      const { stdout } = await ended(watching);
      const renewal = (await json('watch', notice_id)) as Renewal;
      const { query_event_id, certificate_id } = renewal;
      expect(stdout).toContain(`${notice_id}  ${query_event_id}  ${certificate_id}\n`);
      const event = await exchange().as(QUERYING_BANK).get(`/v1/query-events/${query_event_id}`);
      expect(event).toMatchObject({ status: 200, body: { notice_id, certificate_id } });
      expect(await commandLine.run('watch', consent_id)).toMatchObject({ status: 5 });
    });

    test.each([
      ['an address that is none', ['--forward-to', 'receiver']],
      ['a secret of another form', ['--forward-to', 'http://localhost:1', '--secret', 'x']],
    ])('with %s are an error of class 2', async (_case, options) => {
      expect(await commandLine.run('notices', 'listen', ...options)).toMatchObject({ status: 2 });
    });
  });
}

import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { DEMO_NETWORK, QUERYING_BANK, SYSTEM_OPERATOR } from '@ndx/tools/network/demo-network';
import { requireAccessibleColors } from '../harness/accessibility.js';
import { QUERY, TestBusiness } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import { everyItem } from '../harness/every-item.js';
import type { Exchange } from '../harness/exchange.js';
import { aParticipant, succeed, type Participant } from '../harness/participant.js';
import { acceptAttestations, parkAttestation } from '../harness/rejected-attestations.js';
import { savedHead, savedJson } from '../harness/saved-file.js';

/** The operator's views of the console in a browser. */
export function consoleOperatorSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('the console of the operator', () => {
    let furnisher: Participant;

    beforeAll(async () => {
      furnisher = await aParticipant(exchange(), DEMO_NETWORK.id, 'furnisher');
    });

    afterEach(() => acceptAttestations(exchange()));

    test('an operator sees the state of each service, and is offered no other view', async () => {
      const operator = await signIn(SYSTEM_OPERATOR, '/services');
      await operator.heading('Services');
      expect(await operator.navigation()).toEqual(['Home', 'Services', 'Request paths']);
      for (const service of ['entity', 'consent', 'policy', 'attestation', 'furnishing']) {
        const card = operator.page.getByRole('region', { name: service, exact: true });
        await card.getByText('Healthy', { exact: true }).waitFor();
        expect(await card.innerText()).toContain('0 events');
      }
      await operator.page.getByText('No parked events').waitFor();
      await operator.requireFaultless();
      await operator.requireFit(360);
    });

    test('the home of an operator draws lag and backlog since each process started', async () => {
      const operator = await signIn(SYSTEM_OPERATOR, '/');
      const { page } = operator;
      const table = page.getByRole('table', { name: 'Lag and backlog' });
      await table.waitFor();
      await page.getByRole('img', { name: /^Backlog of furnishing: at most/ }).waitFor();
      const row = await table.getByRole('row').filter({ hasText: 'product-query' }).innerText();
      expect(row).toMatch(/^product-query\s.*\s\d+\s+\d+\s+\d+\s+\d+\s+\d+\s*$/s);
      await operator.requireFaultless();
      await operator.requireFit(390, 1024, 1440);
    });

    test('an operator finds a request by its id, and sees its path from the gateway to Postgres', async () => {
      const requestId = await aTracedQuery(exchange());
      const operator = await signIn(SYSTEM_OPERATOR, '/');
      const { page } = operator;
      await page.getByText('See which processes a request reached').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Name, page or id' }).fill(requestId);
      await page.getByRole('option', { name: 'Path of a request' }).waitFor();
      await page.keyboard.press('Enter');
      await operator.heading('Path of a request');
      await page.getByRole('img', { name: /^\d+ spans in .+: gateway, .*product-query/ }).waitFor();
      const table = page.getByRole('table', { name: 'Spans of the request' });
      const rows = await table.getByRole('row').allInnerTexts();
      expect(rows[1]).toMatch(/^gateway\s.*POST.*\sServer\s.*204/s);
      expect(rows.filter((row) => row.startsWith('product-query → Postgres'))).toHaveLength(2);
      await page.getByRole('button', { name: `Copy ${requestId}` }).waitFor();
      const lines = page.getByRole('table', { name: 'Log lines of the request' });
      const answered = lines.getByRole('row').filter({ hasText: `request: POST ${QUERY}, 204` });
      await answered.filter({ hasText: 'gateway' }).first().waitFor();
      await answered.filter({ hasText: 'product-query' }).first().waitFor();
      await answered.first().getByText('Fields').click();
      await answered.first().getByText('"operation": "queryKybCertificate"').waitFor();
      await requireAccessibleColors(page);
      // The search box looks for a record and a dispute with this id as well.
      expect(operator.errors.filter((error) => !error.includes(requestId))).toEqual([]);
      await operator.requireFit(390, 1024, 1440);
    });

    test('an operator reads why no path of a request is shown', async () => {
      const operator = await signIn(SYSTEM_OPERATOR, '/request-traces');
      const { page } = operator;
      await page.getByLabel('Request id').fill('two words');
      await page.getByRole('button', { name: 'Show the path' }).click();
      await page.getByText('Paste the value of the X-Request-Id header').waitFor();
      await operator.requireFaultless();
      await page.getByLabel('Request id').fill('no-such-request');
      await page.keyboard.press('Enter');
      await page.getByText('No trace of this request is kept').waitFor();
      await page.getByRole('table', { name: 'Fields of a log line' }).waitFor();
      await requireAccessibleColors(page);
      await operator.requireFit(390, 1024, 1440);

      const detail = 'this deployment does not keep traces: search behind the collector';
      await page.route('**/v1/request-traces/*', (route) =>
        route.fulfill({
          status: 404,
          json: { detail, error_code: 'RESOURCE_NOT_FOUND', reason: 'traces_not_kept' },
        }),
      );
      await page.getByRole('button', { name: 'Read again' }).click();
      await page.getByText('This deployment does not keep traces', { exact: true }).waitFor();
      await page.getByText(detail, { exact: true }).waitFor();
      await requireAccessibleColors(page);
    });

    test('an operator reads where the log lines of a deployment are', async () => {
      const config = '<meta name="console-config" content="{';
      const link = '&quot;logs_url&quot;:&quot;https://logs.example/find?id={request_id}&quot;';
      const detail = 'this deployment does not keep log lines: search its log system';
      const operator = await signIn(SYSTEM_OPERATOR, '/request-traces');
      const { page } = operator;
      await page.route('**/console/**', async (route) => {
        if (!route.request().isNavigationRequest()) return route.fallback();
        const answer = await route.fetch();
        const body = (await answer.text()).replace(config, `${config}${link},`);
        return route.fulfill({ response: answer, body });
      });
      await page.route(/\/v1\/(request|service)-logs/, (route) =>
        route.fulfill({
          status: 404,
          json: { detail, error_code: 'RESOURCE_NOT_FOUND', reason: 'logs_not_kept' },
        }),
      );
      await page.goto(`${exchange().url}/console/request-traces/req:7f3a`);
      await page.getByText(detail, { exact: true }).waitFor();
      await page.getByRole('table', { name: 'Fields of a log line' }).waitFor();
      const leads = page.getByRole('link', { name: 'Log lines of this request' });
      expect(await leads.getAttribute('href')).toBe('https://logs.example/find?id=req%3A7f3a');
      await requireAccessibleColors(page);
      await operator.requireFit(390, 1024, 1440);
      await page.goto(`${exchange().url}/console/services/logs?service=consent`);
      await page.getByText('This deployment does not keep log lines', { exact: true }).waitFor();
      await page.getByText(detail, { exact: true }).waitFor();
      await requireAccessibleColors(page);
    });

    test('an operator sees that a frozen service does not answer, and since when', async () => {
      const operator = await signIn(SYSTEM_OPERATOR, '/services');
      const { page } = operator;
      const card = page.getByRole('region', { name: 'attestation', exact: true });
      await card.getByText('Healthy', { exact: true }).waitFor();
      const service = exchange().network.processes.get('attestation');
      await service?.kill('SIGSTOP');
      try {
        await card.getByText('Not reachable').waitFor();
        await card.getByText('Last answer:').waitFor();
        await operator.requireFaultless();
        const home = await signIn(SYSTEM_OPERATOR, '/');
        await home.page.locator('main').getByText('1 service with a problem').waitFor();
      } finally {
        await service?.kill('SIGCONT');
      }
      await card.getByText('Healthy', { exact: true }).waitFor();
    });

    test('an operator saves the parked events of a service, each with its error', async () => {
      const key = await parkAttestation(exchange(), furnisher);
      const operator = await signIn(SYSTEM_OPERATOR, '/services');
      const { about, data } = await savedJson(operator.page);
      const parked = '/v1/services/product-query/parked-events';
      expect(data).toEqual(await everyItem(exchange().as(SYSTEM_OPERATOR), parked));
      expect(data).toContainEqual(
        expect.objectContaining({
          key,
          error: expect.stringContaining('the attestation is rejected'),
        }),
      );
      expect(about['filter']).toBe('{"service":"product-query"}');
      const head = await savedHead(operator.page, 'parked events of product query');
      expect(head).toEqual(expect.arrayContaining(['event_id', 'key', 'error']));
    });

    test('an operator reads the error of a parked event, and redrives one key and then all', async () => {
      const key = await parkAttestation(exchange(), furnisher);
      await parkAttestation(exchange(), furnisher);
      const operator = await signIn(SYSTEM_OPERATOR, '/services');
      const { page } = operator;
      const table = page.getByRole('table', { name: 'Parked events of product-query' });
      await table.getByText('the attestation is rejected').first().waitFor();
      await operator.requireFaultless();
      await operator.requireFit(360);

      await page.getByRole('button', { name: `Redrive key ${key}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Redrive' }).click();
      await page.getByText('Some events failed again').waitFor();

      await acceptAttestations(exchange());
      await page.getByRole('button', { name: 'Redrive all of product-query' }).click();
      await page.getByText('Redrive all events of product-query?').waitFor();
      await operator.requireFaultless();
      await page.getByRole('dialog').getByRole('button', { name: 'Redrive all' }).click();
      await page.getByText('The redrive is complete').waitFor();
      await page.getByText('No parked events').waitFor();
    });

    test('an operator reads the newest warnings of a service, and then its other lines', async () => {
      const message = 'the attestation is rejected';
      // More lines of the gateway than a page has.
      const reads = Array.from({ length: 110 }, () =>
        exchange().as(QUERYING_BANK).get('/v1/caller'),
      );
      await Promise.all(reads);
      await parkAttestation(exchange(), furnisher);
      const operator = await signIn(SYSTEM_OPERATOR, '/services');
      const { page } = operator;
      const card = page.getByRole('region', { name: 'product-query', exact: true });
      await card.getByRole('link', { name: 'Warnings and errors' }).click();
      await operator.heading('Log of product-query');
      const table = page.getByRole('table', { name: 'Log lines of product-query' });
      await table.getByText(message).first().waitFor();
      expect(await table.getByText('Info', { exact: true }).count()).toBe(0);
      await operator.requireFaultless();
      await operator.requireFit(390, 1024, 1440);

      await page.getByLabel('Level').selectOption('All except debugging');
      await table.getByText('Info', { exact: true }).first().waitFor();
      expect(new URL(page.url()).search).toContain('service=product-query&level=info');
      await page.getByLabel('Process').selectOption('gateway');
      await operator.heading('Log of gateway');
      await page.getByRole('table', { name: 'Log lines of gateway' }).waitFor();
      await page.getByRole('button', { name: 'Load older lines' }).click();
      const rows = page.getByRole('table', { name: 'Log lines of gateway' }).getByRole('row');
      await eventually(async () => expect(await rows.count()).toBeGreaterThan(101));
      await acceptAttestations(exchange());
      const redrive = '/v1/services/product-query/parked-events/redrive';
      await eventually(() => succeed(exchange().as(SYSTEM_OPERATOR).post(redrive, {})));
    });
  });
}

/** The id of a query whose spans and log lines have arrived. */
async function aTracedQuery(exchange: Exchange): Promise<string> {
  const consent_id = await new TestBusiness(exchange).consent();
  const body = { network_ids: [DEMO_NETWORK.id], consent_id };
  const { headers } = await exchange.as(QUERYING_BANK).post(QUERY, body);
  const requestId = headers.get('x-request-id') ?? '';
  await eventually(
    async () => {
      const path = `/v1/request-traces/${requestId}`;
      const { spans } = await succeed(exchange.as(SYSTEM_OPERATOR).get(path));
      const names = (spans as readonly { readonly process: string; readonly name: string }[]).map(
        ({ process, name }) => `${process}: ${name}`,
      );
      expect(names[0]).toBe(`gateway: POST ${QUERY}`);
      expect(names).toContain('product-query: send query.events');
      const logs = await succeed(exchange.as(SYSTEM_OPERATOR).get(`/v1/request-logs/${requestId}`));
      const lines = logs['lines'] as readonly {
        readonly process: string;
        readonly message: string;
      }[];
      const requests = lines.filter(({ message }) => message === 'request');
      expect(requests.map((line) => line.process)).toEqual(
        expect.arrayContaining(['gateway', 'product-query']),
      );
    },
    { timeoutMs: 60_000 },
  );
  return requestId;
}

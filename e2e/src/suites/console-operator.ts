import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { DEMO_NETWORK, QUERYING_BANK, SYSTEM_OPERATOR } from '@ndx/tools/network/demo-network';
import { requireAccessibleColors } from '../harness/accessibility.js';
import { QUERY, TestBusiness } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { aParticipant, succeed, type Participant } from '../harness/participant.js';
import { acceptAttestations, parkAttestation } from '../harness/rejected-attestations.js';

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
  });
}

/** The id of a query whose spans have arrived. */
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
    },
    { timeoutMs: 60_000 },
  );
  return requestId;
}

import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { DEMO_NETWORK, SYSTEM_OPERATOR } from '@ndx/tools/network/demo-network';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { aParticipant, type Participant } from '../harness/participant.js';
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
      expect(await operator.navigation()).toEqual(['Home', 'Services']);
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

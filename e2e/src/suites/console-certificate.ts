import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { DEMO_NETWORK, OPERATOR } from '@ndx/tools/network/demo-network';
import { INTEGRATOR } from '@ndx/tools/network/demo-people';
import { isIssued, queryUntil, TestBusiness } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';

/** An issued certificate in a browser. */
export function consoleCertificateSuite(
  exchange: () => Exchange,
  { signIn }: ConsoleSessions,
): void {
  describe('a certificate in the console', () => {
    let certificate: {
      readonly certificate_id: string;
      readonly query_event_id: string;
    };

    beforeAll(async () => {
      const business = new TestBusiness(exchange());
      await business.furnish();
      const consent_id = await business.consent();
      const { body } = await queryUntil(exchange(), { consent_id }, isIssued);
      certificate = body as typeof certificate;
    });

    test('has its sections with their sources, its rules and its verification', async () => {
      const path = `/queries/${certificate.query_event_id}?network=${DEMO_NETWORK.id}`;
      const reader = await signIn(INTEGRATOR, path);
      const { page } = reader;
      await page.getByRole('link', { name: 'Certificate', exact: true }).click();
      await page.waitForURL(`**/certificates/${certificate.certificate_id}**`);
      const main = page.getByRole('main');
      await main.getByText(certificate.certificate_id).waitFor();
      await main.getByText('Intact', { exact: true }).waitFor();
      const section = main.getByRole('region', { name: /^Business identity verification/ });
      await section.getByText('Record of First Demo Bank').waitFor();
      const read = await section.innerText();
      for (const part of [
        'Business entity type',
        '1209 Orange Street, Wilmington',
        'Source',
        'Verified',
      ]) {
        expect(read).toContain(part);
      }
      await main.getByText(`Policy of ${DEMO_NETWORK.name}`).waitFor();
      await main.getByRole('link', { name: 'Consent', exact: true }).waitFor();
      await reader.requireFaultless();
      await reader.requireFit(390, 1024, 1440);
      const download = page.waitForEvent('download');
      await main.getByRole('button', { name: 'Save reliance file' }).click();
      expect((await download).suggestedFilename()).toContain(certificate.query_event_id);
      await main.getByRole('link', { name: /^Explanation of/ }).click();
      await reader.heading('KYB certificate query');
    });

    test('is not found with a made-up id', async () => {
      const { page } = await signIn(INTEGRATOR, `/certificates/${randomUUID()}`);
      await page.getByRole('alert').getByText('Not found', { exact: true }).waitFor();
    });

    test('is no link for a governor, who may not read it', async () => {
      const path = `/queries/${certificate.query_event_id}?network=${DEMO_NETWORK.id}`;
      const governor = await signIn(OPERATOR, path);
      await governor.heading('KYB certificate query');
      expect(await governor.text()).toContain(certificate.certificate_id.slice(-12));
      expect(await governor.page.getByRole('link', { name: 'Certificate' }).count()).toBe(0);
    });
  });
}

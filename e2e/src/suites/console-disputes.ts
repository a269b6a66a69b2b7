import { expect, test } from '@jest/globals';
import { DEMO_NETWORK, FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { INTEGRATOR } from '@ndx/tools/network/demo-people';
import { isIssued, queryUntil } from '../harness/business.js';
import { aBusinessOfTwo } from '../harness/business-of-two.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import { CorrectedBusiness } from '../harness/corrected-business.js';
import type { Exchange } from '../harness/exchange.js';
import { succeed } from '../harness/participant.js';

/** Disputes of records, opened, listed for both sides and decided by the furnisher in a browser. */
export function consoleDisputesSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  test('a furnisher acknowledges and decides a dispute, and the other side sees it', async () => {
    const { record_id } = await aBusinessOfTwo(exchange().as(FIRST_BANK), DEMO_NETWORK.id);
    const disputes = `/v1/records/${record_id}/disputes`;
    const objection = {
      ...{ model_name: 'business_identity_verification', field_name: 'business_entity_type' },
      ...{ reason: 'wrong_value', reason_text: 'The registry lists a trust' },
      on_behalf_of_subject: true,
    };
    const opened = await succeed(exchange().as(QUERYING_BANK).post(disputes, objection));
    const furnisher = await signIn(FIRST_BANK);
    const { page } = furnisher;
    await page
      .getByRole('group', { name: 'Disputes', exact: true })
      .getByRole('link', { name: /^[\d,]+ open disputes?$/ })
      .click();
    await furnisher.heading('Disputes');
    const link = page.locator(`a[href*="${String(opened['dispute_id'])}"]`);
    await link.waitFor();
    await page.getByText('Overdue', { exact: true }).click();
    await link.waitFor({ state: 'detached' });
    await page.goBack();
    await link.waitFor();
    await furnisher.requireFaultless();
    await furnisher.requireFit(390, 1024, 1440);

    await link.click();
    await furnisher.heading('Dispute of Business identity verification');
    await page.getByText('The registry lists a trust').waitFor();
    await page.getByRole('link', { name: 'Record of First Demo Bank' }).waitFor();
    await furnisher.requireFaultless();
    await furnisher.requireFit(390, 1024, 1440);
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    const question = page.getByRole('dialog', { name: 'Acknowledge the dispute?' });
    await question.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByText('Acknowledged', { exact: true }).first().waitFor();
    await question.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Acknowledge' }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Decide' }).click();
    const dialog = page.getByRole('dialog', { name: 'Decide the dispute' });
    await dialog.getByLabel('Reason').selectOption('Insufficient information');
    await dialog.getByLabel('Explanation').fill('No document was named');
    await furnisher.requireFaultless();
    await dialog.getByRole('button', { name: 'Decide' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('No document was named').waitFor();
    await page.getByRole('button', { name: 'Decide' }).waitFor({ state: 'detached' });
    await furnisher.requireFaultless();

    const other = await signIn(QUERYING_BANK);
    await other.open('Disputes');
    await other.page.locator(`a[href*="${String(opened['dispute_id'])}"]`).click();
    await other.page.getByText('No document was named').waitFor();
    await other.page.getByRole('button', { name: 'Decide' }).waitFor({ state: 'detached' });
    await other.page.getByText('Record of First Demo Bank').waitFor();
    expect(await other.page.getByRole('link', { name: 'Record of' }).count()).toBe(0);

    await other.page.getByRole('button', { name: 'Attach a statement' }).click();
    const statement = other.page.getByRole('dialog', { name: 'Attach a statement' });
    await statement.getByLabel('Statement').fill('The register names no document');
    await other.requireFaultless();
    await statement.getByRole('button', { name: 'Attach' }).click();
    await statement.waitFor({ state: 'hidden' });
    await other.page.getByText('The register names no document').waitFor();
    await other.page.getByRole('button', { name: 'Remove the statement' }).waitFor();
    await other.requireFaultless();
  });

  test('an institution disputes a record of its answer, or of a subject that asked for it', async () => {
    const business = new CorrectedBusiness(exchange().as(FIRST_BANK));
    const record = await business.furnish('llc');
    const consent_id = await business.consent(exchange().as(QUERYING_BANK));
    const { headers } = await queryUntil(exchange(), { consent_id }, isIssued);
    const query = String(headers.get('x-ref-id'));
    const integrator = await signIn(INTEGRATOR, `/queries/${query}`);
    const { page } = integrator;
    await page.getByRole('button', { name: 'Dispute a record' }).click();
    const form = page.getByRole('dialog', { name: 'Dispute a record' });
    await form.getByLabel('Field').selectOption('Business entity type');
    await form.getByLabel('Explanation').fill('The registry lists a trust');
    await integrator.requireFaultless();
    await integrator.requireFit(390, 1024, 1440);
    await form.getByRole('button', { name: 'Open the dispute' }).click();
    await integrator.heading('Dispute of Business identity verification');
    await page.getByText('The field Business entity type.').waitFor();
    const dispute = `/v1/disputes/${new URL(page.url()).pathname.split('/').at(-1) ?? ''}`;
    const upheld = { outcome: 'upheld', reason: 'verified', reason_text: 'Checked' };
    await succeed(exchange().as(FIRST_BANK).post(`${dispute}/decide`, upheld));
    const statement = { statement_text: 'The registry was not asked' };
    await succeed(exchange().as(QUERYING_BANK).put(`${dispute}/statement`, statement));
    await page.getByRole('link', { name: 'Explanation' }).click();
    await integrator.heading('KYB certificate query');
    await page.getByText('The registry was not asked').waitFor();
    await page.getByText('Business entity type: Record of First Demo Bank').waitFor();
    await integrator.requireFaultless();
    await integrator.requireFit(390, 1024, 1440);

    await integrator.open('Disputes');
    await page.getByRole('button', { name: 'Dispute a record' }).click();
    await form.getByLabel('Record id').fill(record);
    await form.getByLabel('Section').selectOption('Business identity verification');
    await form.getByLabel('Explanation').fill('The owner says so');
    await integrator.requireFaultless();
    await form.getByRole('button', { name: 'Open the dispute' }).click();
    await page.getByText('The whole section is disputed.').waitFor();
    await page.getByText('The owner says so').waitFor();
    await integrator.requireFaultless();
  });
}

import type { ApiClient } from '../network/api-client.js';
import type { Narrator } from './narrator.js';

/** Where the evidence of an invoice line is, and that the billed answer can be assembled again. */
export async function showEvidence(
  narrator: Narrator,
  { queryingBank, operator }: { readonly queryingBank: ApiClient; readonly operator: ApiClient },
  reference: string,
): Promise<void> {
  const path = `/v1/query-events/${reference}`;
  await narrator.step({
    title: 'Where is the evidence of this invoice line?',
    who: 'The billed bank',
    sent: `GET ${path}/evidence`,
    call: () => queryingBank.get(`${path}/evidence`),
    expected: 200,
    meaning:
      'the billed event, the policy and consent, the records and attestations used, the digest of the certificate, and the entry of the audit chain',
  });
  await narrator.step({
    title: 'Is the billed answer the right one?',
    who: 'The governor',
    sent: `POST ${path}/replay`,
    body: {},
    call: () => operator.post(`${path}/replay`, {}),
    expected: 200,
    meaning:
      'the answer was assembled again from the recorded decision and the furnished records, and is equal byte for byte',
  });
}

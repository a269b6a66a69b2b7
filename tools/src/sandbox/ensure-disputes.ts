import { listAll, succeed } from '../network/expect-answer.js';
import { IDENTITY } from './outcomes.js';
import { outcomesOf } from './sandbox-records.js';
import type { SandboxParties } from './sandbox-parties.js';

/**
 * Disputes the records of the outcomes that need it; a repeated request returns the same dispute.
 * @param program marks the submissions of the sandbox
 */
export async function ensureDisputes(
  { querier, furnishers: { attested } }: SandboxParties,
  program: string,
): Promise<void> {
  const submissions = await listAll(attested, '/v1/submissions?');
  const own = submissions.find(({ program_name }) => program_name === program);
  const id = String(own?.['submission_id']);
  const records = await listAll(attested, `/v1/submissions/${id}/records?`);
  for (const [index, { furnished }] of outcomesOf('attested').entries()) {
    // A sandbox that was filled before the outcome existed has no record of it.
    const record = records.find((each) => each['index'] === index);
    if (!record || !furnished?.isDisputed) continue;
    await succeed(
      querier.post(`/v1/records/${String(record['record_id'])}/disputes`, {
        on_behalf_of_subject: true,
        model_name: IDENTITY,
        reason: 'wrong_value',
        reason_text: 'The business states that the address is not its own.',
      }),
    );
  }
}

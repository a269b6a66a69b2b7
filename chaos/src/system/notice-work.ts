import { eventually } from '@ndx/testing';
import type { System } from './system.js';

/** The leases of a killed process end, and the pauses between attempts. */
const A_MINUTE_PASSES = [
  `update notice_delivery set next_attempt_at = now()
   where state = 'pending' and next_attempt_at > now()`,
  `update due_answer set due_at = now() where due_at between now() and now() + interval '1 minute'`,
];

const LEFT = `
select (select count(*) from notice_cause) + (select count(*) from notice_backfill)
  + (select count(*) from due_answer where due_at <= now() + interval '1 minute') as left`;

/** Changes the times of product-query's work on notices as if a minute had passed. */
export async function aMinutePasses(system: System): Promise<void> {
  for (const statement of A_MINUTE_PASSES) await system.sql('product-query', statement);
}

/** The number of changes and answers that wait for a review, or are in one. */
export async function reviewsLeft(system: System): Promise<number> {
  const [row] = await system.sql<{ left: string }>('product-query', LEFT);
  return Number(row?.left);
}

const IN_PROGRESS = `
select from notice_delivery
where state = 'pending' and attempts = 1 and response_status is null and failure is null`;

/** Waits until the first attempt of a delivery is in progress. */
export async function untilAttempted(system: System): Promise<void> {
  await eventually(
    async () => {
      const rows = await system.sql('product-query', IN_PROGRESS);
      if (rows.length === 0) throw new Error('no notice is sent');
    },
    { timeoutMs: 60_000 },
  );
}

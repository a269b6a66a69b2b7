import type { Exchange } from './exchange.js';

/**
 * Simulations of the policy that start from now on do not advance: one of few queries ends before a
 * test can see it running. Returns what ends the hold for those that start afterwards.
 */
export async function holdSimulations(
  exchange: Exchange,
  policyId: string,
): Promise<() => Promise<void>> {
  const sql = (statement: string) => exchange.sql('product-query', statement, []);
  const name = `hold_${policyId.replaceAll('-', '_')}`;
  await sql(`create function ${name}() returns trigger language plpgsql as $$
    begin new.due_at = now() + interval '1 hour'; return new; end $$`);
  await sql(`create trigger ${name} before insert on simulation for each row
    when (new.policy_id = '${policyId}') execute function ${name}()`);
  return async () => {
    await sql(`drop function ${name} cascade`);
  };
}

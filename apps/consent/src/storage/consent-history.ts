import type { EntityManager } from 'typeorm';
import type { ConsentChange } from '../domain/consent-change.js';

/** Enters a change in the consent's history, which is append-only. */
export async function addHistory(
  manager: EntityManager,
  accountId: string,
  { consent, action, at, differences }: ConsentChange,
): Promise<void> {
  await manager.query(
    `insert into consent_history (consent_id, revision, action, at, account_id, differences)
     values ($1, $2, $3, $4, $5, $6)`,
    [consent.id, consent.revision, action, at, accountId, JSON.stringify(differences)],
  );
}

import { CompactRange } from '@ndx/proof';
import type { EntityManager } from 'typeorm';
import { entryOf, type AuditEntry, type Fact } from '../log/entry.js';
import { entryColumns, fromRow, INSERT_ENTRIES, type EntryRow } from '../log/entry-row.js';
import { insertNodes, inTiles, saveHeads } from '../log/log-head.js';
import type { LogSigner } from '../log/log-keys.js';
import { READ_ENTRIES } from '../log/proven-entries.js';

/** An event with the salt of its entry, so that an unchanged one gets the same leaf. */
export interface SaltedFact extends Fact {
  readonly salt: Buffer;
}

export type ChangeFacts = (facts: readonly SaltedFact[]) => readonly SaltedFact[];

/**
 * Writes a whole log again with changed events, as an operator can who has the database and a key:
 * the entries, the hashes, and a signed head.
 * @param service of the leaves
 */
export async function rewriteLog(
  manager: EntityManager,
  signer: LogSigner,
  network: string,
  change: ChangeFacts,
  service = signer.verifier.service,
): Promise<void> {
  const rows = await manager.query<EntryRow[]>(`${READ_ENTRIES} where network = $1 order by seq`, [
    network,
  ]);
  for (const table of ['audit_entry', 'audit_node']) {
    await manager.query(`delete from ${table} where network = $1`, [network]);
  }
  const tree = new CompactRange();
  const entries: AuditEntry[] = [];
  for (const { salt, ...fact } of change(rows.map(fromRow).map(factOf))) {
    const entry = entryOf(service, fact, { network, seq: tree.size + 1, salt });
    entries.push(entry);
    const nodes = inTiles(tree.append(Buffer.from(entry.hash, 'hex')));
    await insertNodes(
      manager,
      nodes.map((node) => ({ ...node, network })),
    );
  }
  await manager.query(INSERT_ENTRIES, entryColumns(entries));
  const checkpoint = signer.checkpoint(network, tree);
  const hashes = tree.toBytes().toString('hex');
  await saveHeads(manager, [{ network, size: String(tree.size), hashes, checkpoint }]);
}

function factOf(entry: AuditEntry): SaltedFact {
  const { eventId, type, subject, accountId, requestId, occurredAt, data } = entry;
  const salt = Buffer.from(entry.salt ?? '', 'hex');
  const event = JSON.parse(data ?? 'null') as unknown;
  return { eventId, type, subject, accountId, requestId, occurredAt, data: event, salt };
}

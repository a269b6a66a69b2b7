import type { AuditSource } from '../archive/audit-source.js';
import { CHAIN_OPENED, REGISTER_CHAIN, type AuditEntry } from '../log/entry.js';
import { chainsIn } from './logs.js';
import { UNBEGUN, unbegunChains } from './unbegun-logs.js';
import type { ChainVerdict } from './verdict.js';
import { verifyChain, type ChainOptions } from './verify-one-log.js';

const NOTHING = { entries: 0, head: '' };

/**
 * Verifies every audit chain of a service, the register of its chains first. The log may grow and
 * be archived meanwhile: each chain is verified up to its end when its turn comes.
 */
export async function* verifyLog(
  source: AuditSource,
  options: Pick<ChainOptions, 'withArchive'> = {},
): AsyncGenerator<ChainVerdict> {
  const { register, opened, chains, unbegun } = await readRegister(source);
  if (register) yield register;
  for (const chain of new Set([...opened, ...chains])) {
    if (chain === REGISTER_CHAIN) continue;
    if (!chains.includes(chain)) {
      yield { chain, ...NOTHING, fault: { seq: 1, reason: 'the whole chain was removed' } };
      continue;
    }
    const verdict = await verifyChain(source, chain, options);
    const isKnown = verdict.fault !== undefined || opened.has(chain);
    yield isKnown
      ? verdict
      : { ...verdict, fault: { seq: 1, reason: 'the chain is not in the register of chains' } };
  }
  for (const chain of unbegun) {
    if (!opened.has(chain)) yield { chain, ...NOTHING, fault: { seq: 1, reason: UNBEGUN } };
  }
}

/** Reads in one snapshot; otherwise a new chain could be in one of the two results only. */
function readRegister(source: AuditSource) {
  return source.database.transaction('REPEATABLE READ', async (manager) => {
    const opened = new Set<string>();
    const again: { seq: number; eventId: string }[] = [];
    const chains = await chainsIn(manager);
    const see = (entry: AuditEntry) => {
      if (entry.type !== CHAIN_OPENED) return;
      if (opened.has(entry.subject)) again.push(entry);
      opened.add(entry.subject);
    };
    const verdict = await verifyChain({ ...source, database: manager }, REGISTER_CHAIN, { see });
    const [first] = again;
    const register =
      first && !verdict.fault
        ? {
            ...verdict,
            fault: { ...first, reason: 'it begins a chain again: all of it was removed' },
          }
        : verdict;
    const unbegun = await unbegunChains({ ...source, database: manager });
    return { opened, chains, unbegun, register: chains.length > 0 ? register : undefined };
  });
}

import type { DataSource } from 'typeorm';
import type { AuditSeal } from '../chain/audit-seal.js';
import { CHAIN_OPENED, REGISTER_CHAIN } from '../chain/entry.js';
import { chainsIn } from './chains.js';
import type { ChainVerdict } from './verdict.js';
import { verifyChain } from './verify-chain.js';

const NOTHING = { entries: 0, head: '' };

/**
 * Verifies every audit chain of a service, the register of its chains first. The log may grow
 * meanwhile: each chain is verified up to its end when its turn comes.
 */
export async function* verifyLog(
  dataSource: DataSource,
  seal: AuditSeal,
): AsyncGenerator<ChainVerdict> {
  const { register, opened, chains } = await readRegister(dataSource, seal);
  if (register) yield register;
  for (const chain of new Set([...opened, ...chains])) {
    if (chain === REGISTER_CHAIN) continue;
    if (!chains.includes(chain)) {
      yield { chain, ...NOTHING, fault: { seq: 1, reason: 'the whole chain was removed' } };
      continue;
    }
    const verdict = await verifyChain(dataSource, seal, chain);
    const isKnown = verdict.fault !== undefined || opened.has(chain);
    yield isKnown
      ? verdict
      : { ...verdict, fault: { seq: 1, reason: 'the chain is not in the register of chains' } };
  }
}

/** In one snapshot; otherwise a new chain could be in one of the two results only. */
function readRegister(dataSource: DataSource, seal: AuditSeal) {
  return dataSource.transaction('REPEATABLE READ', async (manager) => {
    const opened = new Set<string>();
    const again: { seq: number; eventId: string }[] = [];
    const chains = await chainsIn(manager);
    const verdict = await verifyChain(manager, seal, REGISTER_CHAIN, (entry) => {
      if (entry.type !== CHAIN_OPENED) return;
      if (opened.has(entry.subject)) again.push(entry);
      opened.add(entry.subject);
    });
    const [first] = again;
    const register =
      first && !verdict.fault
        ? {
            ...verdict,
            fault: { ...first, reason: 'it begins a chain again: all of it was removed' },
          }
        : verdict;
    return { opened, chains, register: chains.length > 0 ? register : undefined };
  });
}

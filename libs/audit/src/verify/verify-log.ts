import type { AuditSource } from '../archive/audit-source.js';
import { LOG_OPENED, REGISTER, type AuditEntry } from '../log/entry.js';
import { logsIn } from './logs.js';
import { UNBEGUN, unbegunLogs } from './unbegun-logs.js';
import type { LogVerdict } from './verdict.js';
import { verifyOneLog, type LogOptions } from './verify-one-log.js';

const NOTHING = { entries: 0, root: '' };

/**
 * Verifies every audit log of a service, the register of its logs first. The log may grow and
 * be archived meanwhile: each log is verified up to its end when its turn comes.
 */
export async function* verifyLog(
  source: AuditSource,
  options: Pick<LogOptions, 'withArchive'> = {},
): AsyncGenerator<LogVerdict> {
  const { register, opened, logs, unbegun } = await readRegister(source);
  if (register) yield register;
  for (const network of new Set([...opened, ...logs])) {
    if (network === REGISTER) continue;
    if (!logs.includes(network)) {
      yield { network, ...NOTHING, fault: { seq: 1, reason: 'the whole log was removed' } };
      continue;
    }
    const verdict = await verifyOneLog(source, network, options);
    const isKnown = verdict.fault !== undefined || opened.has(network);
    yield isKnown
      ? verdict
      : { ...verdict, fault: { seq: 1, reason: 'the log is not in the register of logs' } };
  }
  for (const network of unbegun) {
    if (!opened.has(network)) yield { network, ...NOTHING, fault: { seq: 1, reason: UNBEGUN } };
  }
}

/** Reads in one snapshot; otherwise a new log could be in one of the two results only. */
function readRegister(source: AuditSource) {
  return source.database.transaction('REPEATABLE READ', async (manager) => {
    const opened = new Set<string>();
    const again: { seq: number; eventId: string }[] = [];
    const logs = await logsIn(manager);
    const see = (entry: AuditEntry) => {
      if (entry.type !== LOG_OPENED) return;
      if (opened.has(entry.subject)) again.push(entry);
      opened.add(entry.subject);
    };
    const verdict = await verifyOneLog({ ...source, database: manager }, REGISTER, { see });
    const [first] = again;
    const register =
      first && !verdict.fault
        ? {
            ...verdict,
            fault: { ...first, reason: 'it begins a log again: all of it was removed' },
          }
        : verdict;
    const unbegun = await unbegunLogs({ ...source, database: manager });
    return { opened, logs, unbegun, register: logs.length > 0 ? register : undefined };
  });
}

import { execFile } from 'node:child_process';
import { REGISTER } from '@ndx/audit';
import { EVENTS, STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { entryOf } from '@ndx/tools/network/service-processes';
import type { Check } from '../report.js';
import type { System } from '../system/system.js';
import { type Settling, repeated, without } from './settling.js';

/**
 * Each audited event is exactly once in each of its logs, without other entries (decision 0034).
 * The register of logs has its own entries.
 */
export function everyFactIsAuditedOnce(system: System, settling: Settling): Promise<Check> {
  return settling.until(
    'each audited event has exactly one entry in each of its logs',
    async () => {
      const due = await entriesDue(system);
      const perService = await Promise.all(
        STATEFUL_SERVICE_NAMES.map(async (service) => {
          const rows = await system.sql<{ id: string }>(
            service,
            `select event_id || ' in ' || network as id from audit_entry where network <> '${REGISTER}'`,
          );
          const entered = rows.map(({ id }) => id);
          const expected = due.get(service) ?? [];
          return [
            ...without(`${service} lacks`, expected, new Set(entered)),
            ...without(`${service} has what is not on the bus:`, entered, new Set(expected)),
            ...repeated(`${service} has`, entered),
          ];
        }),
      );
      return perService.flat();
    },
  );
}

/** No log has a fork or a gap, checked by each service's own command (decision 0034). */
export async function logsAreWhole(system: System): Promise<Check> {
  const perService = await Promise.all(
    STATEFUL_SERVICE_NAMES.map(
      (service) =>
        new Promise<readonly string[]>((resolve) => {
          execFile(
            process.execPath,
            [entryOf(service), 'audit-verify'],
            { env: { ...process.env, ...system.network.environment(service) } },
            (error, stdout, stderr) => resolve(error ? [`${service}: ${stdout}${stderr}`] : []),
          );
        }),
    ),
  );
  return { promise: 'every audit log is whole', broken: perService.flat() };
}

async function entriesDue(system: System): Promise<ReadonlyMap<string, readonly string[]>> {
  const declarations = new Map(EVENTS.map((event) => [event.type, event]));
  const due = new Map<string, string[]>();
  for (const { envelope } of await system.busLog.events()) {
    const declaration = declarations.get(envelope.type);
    if (!declaration) continue;
    const logs = declaration.auditLogs(declaration.parse(JSON.parse(envelope.data)));
    const entries = due.get(envelope.source) ?? [];
    entries.push(...logs.map((log) => `${envelope.id} in ${log}`));
    due.set(envelope.source, entries);
  }
  return due;
}

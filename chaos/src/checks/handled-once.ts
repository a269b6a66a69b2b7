import type { Check } from '../report.js';
import type { Replica } from '../system/replica.js';
import type { System } from '../system/system.js';

/**
 * The replicas of a service have together applied no event twice. The last figures of an ended
 * process may be slightly old, so the sum is never too high.
 */
export async function handledOnce(system: System, replicas: readonly Replica[]): Promise<Check> {
  const committed = new Map<string, number>();
  for (const { envelope } of await system.busLog.events()) {
    committed.set(envelope.type, (committed.get(envelope.type) ?? 0) + 1);
  }
  const handled = new Map<string, Map<string, number>>();
  for (const replica of replicas) {
    const ofService = handled.get(replica.service) ?? new Map<string, number>();
    handled.set(replica.service, ofService);
    for (const figures of await replica.allFigures()) {
      for (const [type, n] of figures.handled) ofService.set(type, (ofService.get(type) ?? 0) + n);
    }
  }
  const broken = [...handled].flatMap(([service, counts]) =>
    [...counts]
      .filter(([type, n]) => n > (committed.get(type) ?? 0))
      .map(([type, n]) => `${service} applied ${n} ${type} of ${committed.get(type) ?? 0}`),
  );
  return { promise: 'the replicas of a service together apply no event twice', broken };
}

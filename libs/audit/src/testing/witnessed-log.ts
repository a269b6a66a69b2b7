import {
  cosignedAt,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  verifiedSignatures,
} from '@ndx/proof';
import type { TestWitness } from '@ndx/proof/testing';
import { createLogger, Registry } from '@ndx/telemetry';
import { WitnessedLogs } from '../witness/witnessed-logs.js';
import { WitnessLogs } from '../witness/witness-logs.js';
import { WitnessMetrics } from '../witness/witness-metrics.js';
import type { AuditedService } from './audited-service.js';

export type Listed = Pick<TestWitness, 'url' | 'verifierKey'> &
  Partial<Pick<TestWitness, 'know'>> & { readonly origins?: readonly string[] };

/** A new log with as many entries, and the task that asks its witnesses. */
export async function witnessedLog(
  service: AuditedService,
  entries: number,
  ...listed: readonly Listed[]
) {
  const network = await service.logOf(entries);
  for (const each of listed) each.know?.(service.verifierKeyOf(network));
  const witnesses = listed.map(({ verifierKey: verifier_key, url }) => ({ verifier_key, url }));
  const logs = new WitnessedLogs(
    service.dataSource,
    `select '${network}'::uuid as network_id, '${JSON.stringify(witnesses)}'::jsonb as witnesses`,
  );
  const registry = new Registry();
  const witnessing = new WitnessLogs({
    logs,
    origins: listed.flatMap(({ url, origins = [url] }) =>
      origins.map((each) => new URL(each).origin),
    ),
    metrics: new WitnessMetrics(registry),
    logger: createLogger('test', 'silent'),
  });
  return {
    network,
    ask: () => witnessing.ask(),
    warning: () => witnessing.warning(),
    /** The size of the newest cosigned checkpoint, and its valid cosignatures. */
    async cosigned() {
      const note = parseNote((await logs.checkpoint(network)) ?? '');
      const keys = listed.map(({ verifierKey }) => verifierKey);
      const verified = verifiedSignatures(note, keys.map(parseVerifierKey));
      const names = new Set(verified.map(({ key }) => key.name));
      return {
        size: parseCheckpoint(note.text).size,
        by: keys.filter((key) => names.has(parseVerifierKey(key).name)),
      };
    },
    /** The times of the cosignatures. */
    async cosignedAt() {
      const note = parseNote((await logs.checkpoint(network)) ?? '');
      const keys = listed.map(({ verifierKey }) => parseVerifierKey(verifierKey));
      return verifiedSignatures(note, keys).map(({ signature }) => cosignedAt(signature));
    },
    async ageSeconds() {
      const [line = ''] = /^audit_witnessed_age_seconds .*$/m.exec(await registry.metrics()) ?? [];
      return Number(line.split(' ')[1]);
    },
  };
}

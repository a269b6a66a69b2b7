import type { Type } from '@nestjs/common';
import { countKeys, rotateKeys, type RotationProgress, Sealer } from '@ndx/sealing';
import { requireCurrentSchema } from '@ndx/postgres';
import { createInfrastructure, proofKeysOf } from '../definition/infrastructure.js';
import { ReportedFailure } from '@ndx/config';
import { entryOf } from '../signing/signing-keys.js';
import { definitionOf, sealedColumnsOf } from '../definition/service-definition.js';

const REPORT_EVERY_MS = 1_000;

/**
 * `keys`: re-encrypts every encrypted value of a service that is not under the first of
 * SEALING_KEYS, and prints the number of values under each key
 * and the public entry of the signing keys; with `--status` it only prints. It
 * can run while the service runs, and can be repeated after an interruption (design 5).
 * @throws ReportedFailure when a value cannot be decrypted, after everything else is done
 */
export async function keysCommand(
  service: Type,
  options: { readonly status?: true; readonly batch: number },
): Promise<void> {
  const { batch } = options;
  const infrastructure = createInfrastructure(definitionOf(service), process.env);
  const { config, dataSource, definition } = infrastructure;
  const sealer = new Sealer(config.SEALING_KEYS);
  const columns = sealedColumnsOf(definition);
  await dataSource.initialize();
  try {
    await requireCurrentSchema(dataSource);
    const rotated = options.status
      ? undefined
      : await rotateKeys(dataSource, columns, sealer, {
          batch,
          onProgress: progressLines(definition.name),
        });
    const { values } = await countKeys(dataSource, columns, sealer.activeKeyId);
    const summary = {
      service: definition.name,
      active: sealer.activeKeyId,
      ...(rotated && { rewritten: rotated.rewritten }),
      values,
      signing: entryOf(proofKeysOf(infrastructure)),
    };
    process.stdout.write(`${JSON.stringify(summary)}\n`);
    const [first, ...others] = rotated?.unreadable ?? [];
    if (first !== undefined) {
      throw new ReportedFailure(
        `a value of ${first} opens with no configured key, nor do ${others.length} more`,
      );
    }
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Reports progress on standard error: after the first batch, then once a second, and at the end.
 */
function progressLines(service: string): (progress: RotationProgress) => void {
  let next = 0;
  return ({ done, of, perSecond }) => {
    if (Date.now() < next && done < of) return;
    next = Date.now() + REPORT_EVERY_MS;
    process.stderr.write(`${service}: ${done} of ${of} rows under the new key, ${perSecond}/s\n`);
  };
}

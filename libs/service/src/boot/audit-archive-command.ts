import { UnusablePlaceError } from '@ndx/archive';
import { UsageError } from '@ndx/command-line';
import { archiveLog, restoreLog, type AuditSource, type LogSigner } from '@ndx/audit';
import { ReportedFailure } from '@ndx/config';
import { requireCurrentSchema } from '@ndx/postgres';
import type { Type } from '@nestjs/common';
import { auditSourceOf, createInfrastructure, logSignerOf } from '../definition/infrastructure.js';
import { definitionOf } from '../definition/service-definition.js';

const DAY_MS = 86_400_000;

/**
 * `audit-archive`: moves old entries of each audit log to files and prints a line for each file;
 * `--restore` writes them back to the database (decision 0101).
 * @throws UsageError without a folder or bucket that can be used
 * @throws ReportedFailure when an entry is not as it was written; it stays in the database
 */
export async function auditArchiveCommand(
  service: Type,
  { restore }: { readonly restore?: true },
): Promise<void> {
  const infrastructure = createInfrastructure(definitionOf(service), process.env);
  const { dataSource, config } = infrastructure;
  await dataSource.initialize();
  try {
    await requireCurrentSchema(dataSource);
    const source = auditSourceOf(infrastructure, dataSource);
    await source.place.requireUsable();
    if (restore) await restoreAll(source);
    else await archiveAll(source, logSignerOf(infrastructure), config.AUDIT_KEEP_DAYS);
  } catch (error) {
    if (error instanceof UnusablePlaceError) throw new UsageError(error.message, { cause: error });
    throw error;
  } finally {
    await dataSource.destroy();
  }
}

async function archiveAll(source: AuditSource, signer: LogSigner, keepDays: number): Promise<void> {
  const total = { files: 0, entries: 0, bytes: 0 };
  let broken = 0;
  const before = new Date(Date.now() - keepDays * DAY_MS);
  // 0: for good.
  for await (const step of keepDays > 0 ? archiveLog(source, signer, before) : []) {
    if ('fault' in step) {
      broken += 1;
      say(step);
      continue;
    }
    const { network, file, firstSeq, lastSeq, through, sha256, bytes } = step;
    total.files += 1;
    total.entries += lastSeq - firstSeq + 1;
    total.bytes += bytes;
    say({ network, file, first_seq: firstSeq, last_seq: lastSeq, through, sha256, bytes });
  }
  say(total);
  if (broken > 0) {
    const { service } = source.verifier;
    throw new ReportedFailure(`${service}: ${broken} audit log(s) are not as written`);
  }
}

async function restoreAll(source: AuditSource): Promise<void> {
  const total = { files: 0, entries: 0 };
  for await (const { network, file, firstSeq, lastSeq } of restoreLog(source)) {
    total.files += 1;
    total.entries += lastSeq - firstSeq + 1;
    say({ network, file, first_seq: firstSeq, last_seq: lastSeq });
  }
  say(total);
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

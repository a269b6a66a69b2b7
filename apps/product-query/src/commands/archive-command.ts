import { ArchivePlace, UnusablePlaceError } from '@ndx/archive';
import { UsageError } from '@ndx/command-line';
import { ReportedFailure } from '@ndx/config';
import { assembleService, CONFIG, type OwnCommand } from '@ndx/service';
import type { ProductQueryConfig } from '../product-query.config.js';
import { ProductQueryModule } from '../product-query.module.js';
import { ArchiveCertificates } from '../use-cases/archive-certificates.js';
import { RestoreArchive } from '../use-cases/restore-archive.js';
import { VerifyArchive } from '../use-cases/verify-archive.js';

const DAY_MS = 86_400_000;

/** `archive`: moves the bodies of old certificates to files, verifies or restores them (decision 0100). */
export const archiveCommand: OwnCommand = (program, environment) => {
  program
    .command('archive')
    .description(
      'moves the bodies of certificates older than CERTIFICATE_KEEP_DAYS to files in ARCHIVE_LOCATION',
    )
    .option('--verify', 'reads every archived file, compares it with the database, changes nothing')
    .option('--restore', 'writes the bodies of all archived files back to the database')
    .action((options) => archive(options, environment));
};

/**
 * @throws UsageError without a folder or bucket that can be used
 * @throws ReportedFailure when a file is not as it was written
 */
async function archive(
  { verify, restore }: { readonly verify?: true; readonly restore?: true },
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  if (verify && restore) throw new UsageError('--verify and --restore exclude each other');
  const assembled = await assembleService(ProductQueryModule, environment);
  const { app } = assembled;
  try {
    const config = app.get<ProductQueryConfig>(CONFIG);
    await app.get(ArchivePlace).requireUsable();
    if (verify) await verifyAll(app.get(VerifyArchive));
    else if (restore) await restoreAll(app.get(RestoreArchive));
    else await archiveAll(app.get(ArchiveCertificates), config.CERTIFICATE_KEEP_DAYS);
  } catch (error) {
    if (error instanceof UnusablePlaceError) throw new UsageError(error.message, { cause: error });
    throw error;
  } finally {
    await assembled.close();
  }
}

async function archiveAll(certificates: ArchiveCertificates, keepDays: number): Promise<void> {
  const total = { files: 0, certificates: 0, bytes: 0 };
  // 0: for good.
  if (keepDays > 0) {
    await certificates.archive(new Date(Date.now() - keepDays * DAY_MS), (part) => {
      total.files += 1;
      total.certificates += part.certificates;
      total.bytes += part.bytes;
      say(part);
    });
  }
  say(total);
}

async function restoreAll(archived: RestoreArchive): Promise<void> {
  const total = { files: 0, certificates: 0 };
  await archived.restore(({ part, file, certificates }) => {
    total.files += 1;
    total.certificates += certificates;
    say({ part, file, certificates });
  });
  say(total);
}

async function verifyAll(archived: VerifyArchive): Promise<void> {
  const total = { files: 0, certificates: 0, faults: 0 };
  for await (const part of archived.verify()) {
    total.files += 1;
    total.certificates += part.certificates;
    if (part.fault === undefined) continue;
    total.faults += 1;
    say(part);
  }
  say(total);
  if (total.faults > 0) {
    throw new ReportedFailure(`product-query: ${total.faults} archive files are not as written`);
  }
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

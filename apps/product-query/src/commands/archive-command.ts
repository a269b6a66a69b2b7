import { ArchivePlace, UnusablePlaceError } from '@ndx/archive';
import { UsageError } from '@ndx/command-line';
import { ReportedFailure } from '@ndx/config';
import { assembleService, CONFIG, type OwnCommand } from '@ndx/service';
import type { ProductQueryConfig } from '../product-query.config.js';
import { ProductQueryModule } from '../product-query.module.js';
import type { ArchivedTable, ArchivePart } from '../storage/archived-table.js';
import { ARCHIVED_TABLES } from '../storage/archived-tables.js';
import { ArchiveRows, type ArchivedPart } from '../use-cases/archive/archive-rows.js';
import { RestoreArchive } from '../use-cases/archive/restore-archive.js';
import { VerifyArchive, type VerifiedPart } from '../use-cases/archive/verify-archive.js';

const DAY_MS = 86_400_000;

/** `archive`: moves old certificates and query events to files, verifies or restores them (decision 0100). */
export const archiveCommand: OwnCommand = (program, environment) => {
  program
    .command('archive')
    .description(
      'moves certificates older than CERTIFICATE_KEEP_DAYS and query events older than QUERY_EVENT_KEEP_DAYS to files in ARCHIVE_LOCATION',
    )
    .option('--verify', 'reads every archived file, compares it with the database, changes nothing')
    .option('--restore', 'writes the content of all archived files back to the database')
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
    else await archiveAll(app.get(ArchiveRows), config);
  } catch (error) {
    if (error instanceof UnusablePlaceError) throw new UsageError(error.message, { cause: error });
    throw error;
  } finally {
    await assembled.close();
  }
}

async function archiveAll(archived: ArchiveRows, config: ProductQueryConfig): Promise<void> {
  const keepDays = {
    certificates: config.CERTIFICATE_KEEP_DAYS,
    query_events: config.QUERY_EVENT_KEEP_DAYS,
  };
  const total = { files: 0, ...NO_ROWS, bytes: 0 };
  for (const table of ARCHIVED_TABLES) {
    const days = keepDays[table.plural];
    // 0: for good.
    if (days === 0) continue;
    await archived.archive(table, new Date(Date.now() - days * DAY_MS), (part) => {
      add(total, table, part);
      total.bytes += part.bytes;
      say(shown(table, part));
    });
  }
  say(total);
}

async function restoreAll(archived: RestoreArchive): Promise<void> {
  const total = { files: 0, ...NO_ROWS };
  for (const table of ARCHIVED_TABLES) {
    await archived.restore(table, ({ part, file, rows }) => {
      add(total, table, { rows });
      say(shown(table, { part, file, rows }));
    });
  }
  say(total);
}

async function verifyAll(archived: VerifyArchive): Promise<void> {
  const total = { files: 0, ...NO_ROWS, faults: 0 };
  for (const table of ARCHIVED_TABLES) {
    for await (const part of archived.verify(table)) {
      add(total, table, part);
      if (part.fault === undefined) continue;
      total.faults += 1;
      say(shown(table, part));
    }
  }
  say(total);
  if (total.faults > 0) {
    throw new ReportedFailure(`product-query: ${total.faults} archive files are not as written`);
  }
}

const NO_ROWS: Readonly<Record<ArchivedTable['plural'], number>> = {
  certificates: 0,
  query_events: 0,
};

function add(
  total: Record<ArchivedTable['plural'] | 'files', number>,
  { plural }: ArchivedTable,
  { rows }: { readonly rows: number },
): void {
  total.files += 1;
  total[plural] += rows;
}

/** A file, with the number of its rows by their name. */
function shown(
  { plural }: ArchivedTable,
  { rows, ...part }: Pick<ArchivePart, 'rows'> & Partial<ArchivedPart & VerifiedPart>,
): object {
  return { ...part, [plural]: rows };
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

import { ArchivePlace, UnusablePlaceError } from '@ndx/archive';
import { UsageError, wholeNumber } from '@ndx/command-line';
import { ReportedFailure } from '@ndx/config';
import { assembleService, CONFIG, type OwnCommand } from '@ndx/service';
import type { ProductQueryConfig } from '../product-query.config.js';
import { ProductQueryModule } from '../product-query.module.js';
import { ArchiveTexts, type Archived } from '../use-cases/archive/archive-texts.js';
import { RestoreArchive } from '../use-cases/archive/restore-archive.js';
import { VerifyArchive } from '../use-cases/archive/verify-archive.js';

const DAY_MS = 86_400_000;

/** `archive`: compresses the texts of old queries, verifies or restores them (decision 0146). */
export const archiveCommand: OwnCommand = (program, environment) => {
  program
    .command('archive')
    .description(
      'compresses the texts of queries older than QUERY_TEXT_KEEP_DAYS, to files in ARCHIVE_LOCATION or else within the database',
    )
    .option(
      '--share <percent>',
      'share of the time in which it archives; it rests after each part',
      wholeNumber(1, 100),
      25,
    )
    .option('--verify', 'reads every archived text, compares it with the database, changes nothing')
    .option('--restore', 'writes all archived texts back to their table')
    .action((options) => archive(options, environment));
};

interface ArchiveOptions {
  readonly share: number;
  readonly verify?: true;
  readonly restore?: true;
}

/**
 * @throws UsageError when the folder or bucket cannot be used
 * @throws ReportedFailure when a part is not as it was written
 */
async function archive(
  { share, verify, restore }: ArchiveOptions,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  if (verify && restore) throw new UsageError('--verify and --restore exclude each other');
  const assembled = await assembleService(ProductQueryModule, environment);
  const { app } = assembled;
  try {
    const config = app.get<ProductQueryConfig>(CONFIG);
    if (config.ARCHIVE_LOCATION !== '') await app.get(ArchivePlace).requireUsable();
    if (verify) await verifyAll(app.get(VerifyArchive));
    else if (restore) await restoreAll(app.get(RestoreArchive));
    else await archiveAll(app.get(ArchiveTexts), config, share);
  } catch (error) {
    if (error instanceof UnusablePlaceError) throw new UsageError(error.message, { cause: error });
    throw error;
  } finally {
    await assembled.close();
  }
}

async function archiveAll(
  texts: ArchiveTexts,
  { QUERY_TEXT_KEEP_DAYS: days }: ProductQueryConfig,
  share: number,
): Promise<void> {
  const total = { parts: 0, queries: 0, bytes: 0 };
  // 0: for good.
  if (days > 0) {
    const report = (archived: Archived) => {
      say(archived);
      if (!('part' in archived)) return;
      total.parts += 1;
      total.queries += archived.queries;
      total.bytes += archived.bytes;
    };
    await texts.archive(new Date(Date.now() - days * DAY_MS), report, share);
  }
  say(total);
}

async function restoreAll(archived: RestoreArchive): Promise<void> {
  const total = { parts: 0, queries: 0 };
  await archived.restore(({ part, file, queries }) => {
    total.parts += 1;
    total.queries += queries;
    say({ part, file, queries });
  });
  say(total);
}

async function verifyAll(archived: VerifyArchive): Promise<void> {
  const total = { parts: 0, queries: 0, faults: 0 };
  for await (const part of archived.verify()) {
    total.parts += 1;
    total.queries += part.queries;
    if (part.fault === undefined) continue;
    total.faults += 1;
    say(part);
  }
  say(total);
  if (total.faults > 0) {
    throw new ReportedFailure(
      `product-query: ${total.faults} parts of the archive are not as written`,
    );
  }
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

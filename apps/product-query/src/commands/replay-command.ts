import { createHash } from 'node:crypto';
import { instant, Option } from '@ndx/command-line';
import { ReportedFailure } from '@ndx/config';
import { assembleService, type OwnCommand } from '@ndx/service';
import { ProductQueryModule } from '../product-query.module.js';
import { ReplayHistory } from '../use-cases/replay/replay-history.js';
import type { Replay } from '../use-cases/replay/replayer.js';

/** `replay`: replays past queries and prints each whose answer differs (decision 0076). */
export const replayCommand: OwnCommand = (program, environment) => {
  program
    .command('replay')
    .description('assembles past answers again and compares them with the stored ones')
    .addOption(
      new Option('--since <time>', 'time of the first query, ISO 8601')
        .argParser(instant)
        .default(new Date(0), 'all queries'),
    )
    .action(({ since }) => replaySince(since, environment));
};

/** @throws ReportedFailure when an answer differs */
async function replaySince(since: Date, environment: NodeJS.ProcessEnv): Promise<void> {
  const assembled = await assembleService(ProductQueryModule, environment);
  try {
    const counts = await assembled.app.get(ReplayHistory).replay(since, (mismatch) => {
      say(shown(mismatch));
    });
    say(counts);
    const unlike = counts.different + counts.record_missing;
    if (unlike > 0) throw new ReportedFailure(`product-query: ${unlike} answers differ`);
  } finally {
    await assembled.close();
  }
}

/** Digests instead of values: standard output may be a log. */
function shown({ event, code, difference }: Replay): object {
  return {
    query_event_id: event.query_event_id,
    code,
    path: difference?.path,
    stored: digestOf(difference?.stored),
    replayed: digestOf(difference?.replayed),
  };
}

function digestOf(value: unknown): string | null {
  if (value === undefined) return null;
  return `sha256:${createHash('sha256').update(JSON.stringify(value)).digest('hex')}`;
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

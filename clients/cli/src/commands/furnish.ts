import { Command } from '@commander-js/extra-typings';
import type { NdxClient } from '@ndx/client';
import { CliError, EXIT_STATUS } from '../cli-error.js';
import { furnishFile } from '../furnish/furnish-file.js';
import { inspectFile } from '../furnish/inspect-file.js';
import { parseMapping } from '../furnish/mapping.js';
import type { TwoNames } from '../furnish/registration-names.js';
import { ResultFile, type ResultLine } from '../furnish/result-file.js';
import { kybTarget, templateTarget, type Target } from '../furnish/targets.js';
import { jsonFrom } from '../json-input.js';
import { networkOf } from '../network-option.js';
import { positiveNumber } from '../option-values.js';
import { members, print, table } from '../output.js';
import { connect } from '../session.js';
import { untilEnd } from '../until-end.js';

const CONCURRENCY = 4;
/** Results of a dry run may be replaced by those of any other dry run. */
const DRY_RUN = 'dry-run';
const BEGINS_AGAIN = 'Repeat the command: a dry run begins again.';

/** @throws CliError when the command names both or neither */
function targetOf(
  ndx: NdxClient,
  networkId: string,
  { template, product }: { readonly template?: string; readonly product?: string },
): Target {
  if ((template === undefined) === (product === undefined)) {
    throw new CliError('usage', 'give either --template or --product', {
      hint: 'See: ndx products',
    });
  }
  if (template !== undefined) return templateTarget(ndx, template, networkId);
  if (product === 'kyb_certificate') return kybTarget(ndx, networkId);
  throw new CliError('not found', `no product ${product ?? ''} takes records`, {
    hint: 'See: ndx products',
  });
}

/** The first rejected rows, for a person. */
function rejectedRows(lines: readonly ResultLine[]): string {
  return table(
    ['ROW', 'CODE', 'PATH', 'DETAIL'],
    lines.flatMap(({ row, errors = [] }) =>
      errors.map(({ code, path, detail }) => [row, code, path, detail]),
    ),
    '',
  );
}

/** One registration is one business in the network: two names of it show a damaged column. */
function warnOfNames(found: readonly TwoNames[]): void {
  for (const { rows, names } of found) {
    process.stderr.write(
      `Warning: rows ${rows.join(' and ')} have one registration and two names: ${names.join(', ')}\n`,
    );
  }
}

export const furnish = new Command('furnish')
  .description('furnishes the rows of a file; continues where an interrupted run ended')
  .argument('<file>', 'CSV with a header line, or NDJSON')
  .option('--product <slug>', 'kyb_certificate')
  .option('--template <slug>', 'such as annual_personal_income')
  .option('--network <id>', 'id or name of the network')
  .option('--map <mapping>', 'JSON, or a file with it: column to path, or to {path, type}')
  .option('--dry-run', 'validates each row on the server; nothing is stored')
  .option(
    '--results <file>',
    'one line of JSON for each row; default: <file>.results.ndjson, or <file>.dry-run.ndjson',
  )
  .option('--concurrency <n>', 'requests in flight', positiveNumber, CONCURRENCY)
  .option('--json', 'prints the summary as JSON')
  .action(async (file, { network, map, results, concurrency, dryRun = false, ...options }) => {
    const ndx = await connect();
    const networkId = await networkOf(ndx, network);
    const target = targetOf(ndx, networkId, options);
    const mapping = map === undefined ? undefined : parseMapping(await jsonFrom(map));
    const place = [
      networkId,
      options.product ?? options.template ?? '',
      JSON.stringify([...(mapping ?? [])]),
    ];
    const inspected = await inspectFile(file, mapping, ...place);
    if (dryRun) warnOfNames(inspected.twoNames);
    const runId = dryRun ? DRY_RUN : inspected.runId;
    const resultPath = results ?? `${file}.${dryRun ? DRY_RUN : 'results'}.ndjson`;
    const { batchSize } = target;
    const resultFile = await ResultFile.open(resultPath, { id: runId, batchSize, restart: dryRun });
    const run = { file, rows: inspected.rows, mapping, target, runId, concurrency, dryRun };
    const { rows, rejected, seconds, examples } = await untilEnd(
      () => furnishFile(run, resultFile),
      dryRun ? BEGINS_AGAIN : undefined,
    );
    const summary = {
      ...(dryRun && { dry_run: true }),
      rows,
      accepted: rows - rejected,
      rejected,
      continued_after: resultFile.finished,
      seconds: Number(seconds.toFixed(1)),
      results: resultPath,
    };
    print(summary, options, members);
    if (rejected === 0) return;
    process.exitCode = EXIT_STATUS.invalid;
    if (options.json || examples.length === 0) return;
    process.stderr.write(`${rejectedRows(examples)}\nAll rejected rows: ${resultPath}\n`);
  });

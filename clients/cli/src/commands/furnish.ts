import { resolve } from 'node:path';
import { Command, Option } from '@commander-js/extra-typings';
import type { NdxClient } from '@ndx/client';
import { CliError, EXIT_STATUS } from '../cli-error.js';
import { BusinessMatches, matchText } from '../furnish/business-matches.js';
import { ENCODINGS } from '../furnish/encoding.js';
import { errorSummary } from '../furnish/error-summary.js';
import { furnishFile } from '../furnish/furnish-file.js';
import { inputFile, readInput } from '../furnish/input-file.js';
import { inspectFile } from '../furnish/inspect-file.js';
import { parseMapping } from '../furnish/mapping.js';
import type { TwoNames } from '../furnish/registration-names.js';
import { ResultFile } from '../furnish/result-file.js';
import { DATE_ORDERS, type DateOrder } from '../furnish/start-of-day.js';
import { kybTarget, templateTarget, type Target } from '../furnish/targets.js';
import { jsonFrom } from '../json-input.js';
import { networkOf } from '../network-option.js';
import { oneCharacter, positiveNumber } from '../option-values.js';
import { members, print } from '../output.js';
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

/** @throws CliError when standard input is both the file and the mapping */
function requireOneInput(source: string, map: string | undefined): void {
  if (source !== '-' || map !== '-') return;
  throw new CliError('usage', 'standard input is either the file or the mapping', {
    hint: 'Give the mapping as JSON or as a file.',
  });
}

/** @throws CliError when the rejected rows would replace the results */
function requireOtherFile(results: string, rejected: string | undefined): void {
  if (rejected === undefined || resolve(rejected) !== resolve(results)) return;
  throw new CliError('usage', `--rejected ${rejected} is the file of the results`, {
    hint: 'Give another name.',
  });
}

/** One registration is one business in the network: two names of it show a damaged column. */
function warnOfNames(found: readonly TwoNames[]): void {
  for (const { rows, names } of found) {
    process.stderr.write(
      `Warning: rows ${rows.join(' and ')} have one registration and two names: ${names.join(', ')}\n`,
    );
  }
}

function warnOfColumns(unmapped: readonly string[]): void {
  if (unmapped.length === 0) return;
  process.stderr.write(
    `Not furnished, because the mapping does not name them: ${unmapped.join(', ')}\n`,
  );
}

/** Before anything is sent: the order of days is found in the values. */
function showOrders(orders: ReadonlyMap<string, DateOrder>): void {
  for (const [column, order] of orders) {
    process.stderr.write(`Days in the column ${column} are read as ${order}.\n`);
  }
}

export const furnish = new Command('furnish')
  .description('furnishes the rows of a file; continues where an interrupted run ended')
  .argument('<file>', 'CSV or XLSX with a header line, or NDJSON; - for standard input')
  .option('--product <slug>', 'kyb_certificate')
  .option('--template <slug>', 'such as annual_personal_income')
  .option('--network <id>', 'id or name of the network')
  .option('--map <mapping>', 'JSON, or a file with it: column to path, or to {path, type}')
  .option('--delimiter <character>', 'of a CSV file; default: as in its header line', oneCharacter)
  .addOption(
    new Option(
      '--encoding <name>',
      'of a CSV file; default: as its byte order mark, else UTF-8',
    ).choices(ENCODINGS),
  )
  .addOption(
    new Option(
      '--dates <order>',
      'of the days in columns of the type date; default: as their values show',
    ).choices(DATE_ORDERS),
  )
  .option('--sheet <name>', 'of an XLSX file; default: the first one')
  .option(
    '--dry-run',
    'validates each row on the server, and counts new and known businesses; nothing is stored',
  )
  .option(
    '--results <file>',
    'one line of JSON for each row; default: <file>.results.ndjson, or <file>.dry-run.ndjson',
  )
  .option('--rejected <file>', 'the rejected rows, to furnish again after correction')
  .option('--concurrency <n>', 'requests in flight', positiveNumber, CONCURRENCY)
  .option('--json', 'prints the summary as JSON')
  .action(async (source, { network, map, sheet, results, dryRun = false, ...options }) => {
    const { delimiter, encoding, dates } = options;
    requireOneInput(source, map);
    const ndx = await connect();
    const networkId = await networkOf(ndx, network);
    const target = targetOf(ndx, networkId, options);
    const mapping = map === undefined ? undefined : parseMapping(await jsonFrom(map));
    const place = [
      networkId,
      options.product ?? options.template ?? '',
      JSON.stringify([...(mapping ?? [])]),
      ...[delimiter, sheet, encoding, dates].filter((option) => option !== undefined),
    ];
    const input = await inputFile(source);
    const reading = { delimiter, encoding, sheet };
    const inspected = await readInput(input, (file) =>
      inspectFile(file, { ...reading, mapping, dates, target: place }),
    );
    warnOfColumns(inspected.unmapped);
    if (dates === undefined) showOrders(inspected.dateOrders);
    if (dryRun) warnOfNames(inspected.twoNames);
    const runId = dryRun ? DRY_RUN : inspected.runId;
    const resultPath = results ?? `${input.name}.${dryRun ? DRY_RUN : 'results'}.ndjson`;
    const { rejected: rejectedTo, concurrency } = options;
    requireOtherFile(resultPath, rejectedTo);
    const { batchSize } = target;
    const resultFile = await ResultFile.open(resultPath, {
      id: runId,
      batchSize,
      restart: dryRun,
    });
    const matches = dryRun ? new BusinessMatches(ndx, networkId) : undefined;
    const run = {
      ...{ ...inspected, ...reading, target, runId },
      ...{ concurrency, dryRun, matches, rejectedTo },
    };
    const { rows, rejected, seconds, examples } = await untilEnd(
      () => readInput(input, (file) => furnishFile({ ...run, file }, resultFile)),
      dryRun ? BEGINS_AGAIN : undefined,
    );
    const businesses = await matches?.counts();
    const summary = {
      ...(dryRun && { dry_run: true }),
      rows,
      accepted: rows - rejected,
      rejected,
      continued_after: resultFile.finished,
      seconds: Number(seconds.toFixed(1)),
      results: resultPath,
      ...(rejectedTo !== undefined && { rejected_rows: rejectedTo }),
    };
    const errors = resultFile.errorCounts.list;
    print({ ...summary, ...(businesses && { businesses }), errors }, options, () =>
      members({ ...summary, ...(businesses && { businesses: matchText(businesses) }) }),
    );
    if (rejected === 0) return;
    process.exitCode = EXIT_STATUS.invalid;
    if (options.json) return;
    const all = rejectedTo ?? resultPath;
    process.stderr.write(`${errorSummary(errors, examples)}\nAll rejected rows: ${all}\n`);
  });

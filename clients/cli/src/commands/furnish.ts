import { Command } from '@commander-js/extra-typings';
import type { NdxClient } from '@ndx/client';
import { CliError, EXIT_STATUS } from '../cli-error.js';
import { inspectFile } from '../furnish/inspect-file.js';
import { parseMapping, toRecord, type Mapping } from '../furnish/mapping.js';
import { Progress } from '../furnish/progress.js';
import { readRows } from '../furnish/read-rows.js';
import { ResultFile, type ResultLine } from '../furnish/result-file.js';
import { kybTarget, templateTarget, type Target } from '../furnish/targets.js';
import { jsonFrom } from '../json-input.js';
import { networkOf } from '../network-option.js';
import { members, print } from '../output.js';
import { connect } from '../session.js';

const CONCURRENCY = 4;

/** @throws CliError when the command names both or neither */
function targetOf(
  ndx: NdxClient,
  networkId: string,
  { template, product }: { readonly template?: string; readonly product?: string },
): Target {
  if ((template === undefined) === (product === undefined)) {
    throw new CliError('usage', 'give either --template or --product');
  }
  if (template !== undefined) return templateTarget(ndx, template, networkId);
  if (product === 'kyb_certificate') return kybTarget(ndx, networkId);
  throw new CliError('not found', `no product ${product ?? ''} takes records`);
}

async function* recordsFrom(
  file: string,
  mapping: Mapping | undefined,
  skipped: number,
): AsyncGenerator<object> {
  let number = 0;
  for await (const row of readRows(file)) {
    number += 1;
    if (number > skipped) yield toRecord(row, mapping);
  }
}

async function* inBatches(lines: AsyncIterable<ResultLine>, size: number) {
  let batch: ResultLine[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
}

export const furnish = new Command('furnish')
  .description('furnishes the rows of a file; continues where an interrupted run ended')
  .argument('<file>', 'CSV with a header line, or NDJSON')
  .option('--product <slug>', 'kyb_certificate')
  .option('--template <slug>', 'such as annual_personal_income')
  .option('--network <id>', 'id or name of the network')
  .option('--map <mapping>', 'JSON, or a file with it: column to path, or to {path, type}')
  .option('--results <file>', 'one line of JSON for each row; default: <file>.results.ndjson')
  .option('--concurrency <n>', 'requests in flight', Number, CONCURRENCY)
  .option('--json', 'prints the summary as JSON')
  .action(async (file, { network, map, results, concurrency, ...options }) => {
    const ndx = await connect();
    const networkId = await networkOf(ndx, network);
    const target = targetOf(ndx, networkId, options);
    const mapping = map === undefined ? undefined : parseMapping(await jsonFrom(map));
    const place = [
      networkId,
      options.product ?? options.template ?? '',
      JSON.stringify([...(mapping ?? [])]),
    ];
    const { runId, lines } = await inspectFile(file, ...place);
    const resultPath = results ?? `${file}.results.ndjson`;
    const resultFile = await ResultFile.open(resultPath, runId, target.batchSize);
    const progress = new Progress(lines, resultFile.finished);
    let [rows, rejected] = [resultFile.finished, resultFile.rejectedBefore];
    try {
      const skipped = resultFile.isComplete ? Infinity : rows;
      const records = recordsFrom(file, mapping, skipped);
      const furnished = target.furnish(records, { runId, firstIndex: rows, concurrency });
      for await (const batch of inBatches(furnished, target.batchSize)) {
        await resultFile.append(batch);
        rows += batch.length;
        rejected += batch.filter(({ accepted }) => !accepted).length;
        progress.update(rows);
      }
      await resultFile.complete();
    } finally {
      progress.end();
      await resultFile.close();
    }
    const summary = {
      rows,
      accepted: rows - rejected,
      rejected,
      continued_after: resultFile.finished,
      seconds: Number(progress.seconds.toFixed(1)),
      results: resultPath,
    };
    print(summary, options, members);
    if (rejected > 0) process.exitCode = EXIT_STATUS.invalid;
  });

import { furnishRecords, furnishRows, type KybRecord, type NdxClient } from '@ndx/client';
import { templateMethod, type TemplateMethod } from '../template-method.js';
import type { ResultLine } from './result-line.js';
import { rowErrors } from './row-errors.js';

/** How a run is divided into requests. */
export interface RunOptions {
  readonly runId: string;
  /** Rows that an earlier run has finished. */
  readonly firstIndex: number;
  readonly concurrency: number;
  readonly dryRun: boolean;
}

/** A product or template that takes records. */
export interface Target {
  /** Records in one request. */
  readonly batchSize: number;
  /** Furnishes records; yields a line for each, in their order. */
  furnish(records: AsyncIterable<unknown>, options: RunOptions): AsyncGenerator<ResultLine>;
}

const KYB_BATCH = 100;

/** The KYB certificate; its records carry the identity and the sections. */
export function kybTarget(ndx: NdxClient, networkId: string): Target {
  return {
    batchSize: KYB_BATCH,
    async *furnish(records, options) {
      const furnished = furnishRecords(
        ndx,
        // The server validates each record.
        records as AsyncIterable<KybRecord>,
        { ...options, network_id: networkId, batchSize: KYB_BATCH },
      );
      for await (const { index, accepted, recordId, businessId, errors } of furnished) {
        yield {
          row: index + 1,
          accepted,
          ...(accepted ? { record_id: recordId, business_id: businessId } : { errors }),
        };
      }
    },
  };
}

/** @throws CliError when the template does not exist or accepts no records */
export function templateTarget(ndx: NdxClient, slug: string, networkId: string): Target {
  const furnish = templateMethod(ndx, 'furnish', slug);
  return {
    batchSize: 1,
    async *furnish(records, options) {
      const send: TemplateMethod = ({ headers, ...request }) =>
        furnish({ ...request, headers: { ...headers, 'x-network-id': networkId } });
      for await (const { index, accepted, error } of furnishRows(send, records, options)) {
        yield { row: index + 1, accepted, ...(error && { errors: rowErrors(error) }) };
      }
    },
  };
}

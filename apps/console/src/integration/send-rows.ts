import {
  furnishRecords,
  furnishRows,
  type KybRecord,
  type NdxClient,
  type NdxError,
  type Product,
} from '@ndx/client';
import { shapeFaultOf } from '../parts/shape-fault.js';

/** Why the network rejects a row. */
export interface RowFault {
  /** The place of the row in the file, from 1, below the heading. */
  readonly row: number;
  readonly code: string;
  /** The member of the record, its names joined by dots; empty for the whole row. */
  readonly path: string;
  readonly detail: string;
}

export interface SentRow {
  readonly row: number;
  readonly faults: readonly RowFault[];
}

/** The rows of a file as records, and where they are sent. */
export interface RowsToSend {
  readonly product: Product;
  readonly networkId: string;
  readonly records: readonly object[];
  /** Names the run: when it is repeated within 24 hours, no row is stored twice. */
  readonly runId: string;
  /** The network validates the rows, and stores nothing. */
  readonly dryRun: boolean;
}

/** Sends the rows, and yields the result of each in their order. */
export async function* sendRows(ndx: NdxClient, rows: RowsToSend): AsyncGenerator<SentRow> {
  if (rows.product.kind === 'product') yield* sendToProduct(ndx, rows);
  else yield* sendToTemplate(ndx, rows);
}

async function* sendToProduct(ndx: NdxClient, { records, networkId, runId, dryRun }: RowsToSend) {
  // The server validates each record.
  const rows = records as readonly KybRecord[];
  const furnished = furnishRecords(ndx, rows, { network_id: networkId, runId, dryRun });
  for await (const { index, errors } of furnished) {
    const row = index + 1;
    yield { row, faults: errors.map((error) => ({ row, ...error })) };
  }
}

async function* sendToTemplate(
  ndx: NdxClient,
  { product, records, networkId, runId, dryRun }: RowsToSend,
) {
  const furnish = furnishOf(ndx, product.slug);
  type Request = { body: object; query?: { dry_run: boolean }; headers: object };
  const send = ({ body, headers, ...query }: Request) =>
    furnish({
      ...query,
      body: body as never,
      headers: { ...headers, 'x-network-id': networkId },
    });
  for await (const { index, error } of furnishRows(send, records, { runId, dryRun })) {
    const row = index + 1;
    yield { row, faults: error === undefined ? [] : faultsOf(row, error) };
  }
}

/** The method of the client for a template: `furnishAnnualPersonalIncome`. */
function furnishOf(ndx: NdxClient, slug: string): NdxClient['furnishAnnualPersonalIncome'] {
  const words = slug.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const methods = ndx as Readonly<Record<string, unknown>>;
  const furnish = methods[`furnish${words.join('')}`];
  if (typeof furnish !== 'function') throw new Error(`No template ${slug} takes records.`);
  return furnish as NdxClient['furnishAnnualPersonalIncome'];
}

function faultsOf(row: number, error: NdxError): readonly RowFault[] {
  const { errors, code, detail } = error;
  if (errors.length > 0) {
    return errors.map(({ code: of = '', path = '', detail: reason }) => ({
      ...{ row, code: of, path, detail: reason },
    }));
  }
  const fault = shapeFaultOf(error);
  return fault === undefined
    ? [{ row, code: code ?? '', path: '', detail }]
    : [{ row, code: 'invalid_value', path: fault.path.join('.'), detail }];
}

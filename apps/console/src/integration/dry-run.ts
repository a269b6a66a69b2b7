import {
  furnishRecords,
  furnishRows,
  type KybRecord,
  type NdxClient,
  type NdxError,
  type Product,
} from '@ndx/client';

/** Why the network would reject a row. */
export interface RowFault {
  /** The place of the row in the file, from 1, below the heading. */
  readonly row: number;
  readonly code: string;
  /** The member of the record, its names joined by dots; empty for the whole row. */
  readonly path: string;
  readonly detail: string;
}

export interface CheckedRow {
  readonly row: number;
  readonly faults: readonly RowFault[];
}

/** Validates each record on the server; nothing is stored. */
export async function* dryRun(
  ndx: NdxClient,
  { slug, kind }: Product,
  networkId: string,
  records: readonly object[],
): AsyncGenerator<CheckedRow> {
  if (kind === 'product') yield* dryRunProduct(ndx, networkId, records);
  else yield* dryRunTemplate(ndx, slug, networkId, records);
}

async function* dryRunProduct(ndx: NdxClient, networkId: string, records: readonly object[]) {
  // The server validates each record.
  const rows = records as readonly KybRecord[];
  const furnished = furnishRecords(ndx, rows, { network_id: networkId, dryRun: true });
  for await (const { index, errors } of furnished) {
    const row = index + 1;
    yield { row, faults: errors.map((error) => ({ row, ...error })) };
  }
}

async function* dryRunTemplate(
  ndx: NdxClient,
  slug: string,
  networkId: string,
  records: readonly object[],
) {
  const furnish = furnishOf(ndx, slug);
  type Request = { body: object; query?: { dry_run: boolean }; headers: object };
  const send = ({ body, headers, ...query }: Request) =>
    furnish({
      ...query,
      body: body as never,
      headers: { ...headers, 'x-network-id': networkId },
    });
  for await (const { index, error } of furnishRows(send, records, { dryRun: true })) {
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

/** `body -> a -> b: message` (contract 7.4). */
const SHAPE_FAULT = /^body -> ([^:]+): /;

function faultsOf(row: number, { errors, code, detail }: NdxError): readonly RowFault[] {
  if (errors.length > 0) {
    return errors.map(({ code: of = '', path = '', detail: reason }) => ({
      ...{ row, code: of, path, detail: reason },
    }));
  }
  const [, path] = SHAPE_FAULT.exec(detail) ?? [];
  return path === undefined
    ? [{ row, code: code ?? '', path: '', detail }]
    : [{ row, code: 'invalid_value', path: path.split(' -> ').join('.'), detail }];
}

import type { NdxClient } from './client.js';
import { NdxError } from './errors.js';
import type { FurnishFault, FurnishKybCertificateData } from './generated/types.gen.js';
import { batchesOf } from './in-flight/batches.js';
import { mapConcurrently } from './in-flight/map-concurrently.js';
import { halvesOf, partsOf, type RequestPart } from './in-flight/request-parts.js';

type FurnishBody = FurnishKybCertificateData['body'];
/** A record about a business in the form of the API (contract 4.4). */
export type KybRecord = FurnishBody['records'][number];

/** The result of one record. */
export interface FurnishedRecord {
  /** The place of the record in the input, from 0. */
  readonly index: number;
  /** Whether the record was stored, or would be in a real run. */
  readonly accepted: boolean;
  /** Null for a dry run and a record that is larger than a request, as are the other ids. */
  readonly submissionId: string | null;
  /** The id of the stored record, for corrections and withdrawals. */
  readonly recordId: string | null;
  /** The id of the business that the record is about. */
  readonly businessId: string | null;
  /** Why it was rejected; empty when it was accepted. */
  readonly errors: readonly FurnishFault[];
}

/** The members of the request beside its records, such as `network_id`, and the options of the run. */
export interface FurnishOptions extends Omit<FurnishBody, 'records'> {
  /** Records in one batch, 1 to 100; 100 by default. Large ones are sent in several requests. */
  readonly batchSize?: number;
  /** Requests in flight; 4 by default. */
  readonly concurrency?: number;
  /**
   * Names the run. A run that is repeated under the same name within 24 hours, with the same records
   * and batch size, stores no record twice. Random by default.
   */
  readonly runId?: string;
  /** Validates the records as a real run would, and stores nothing. */
  readonly dryRun?: boolean;
  /** The place of the first record, a multiple of the batch size: continues an interrupted run. */
  readonly firstIndex?: number;
  /** Ends the run; records of requests in flight may have been stored. */
  readonly signal?: AbortSignal;
}

/**
 * Furnishes any number of KYB records (contract 4.4), in batches, with a bounded number of requests in
 * flight: memory does not grow with the input. A batch of more than a megabyte, or one that the network
 * finds too large, is divided. Yields what became of each record, batch by batch, in the order of the
 * input; a record that is too large by itself is rejected with the code `too_large`.
 * @param ndx a client of the furnisher
 * @param records an array, or an async iterable such as the lines of a file
 * @param options the network and the options of the run
 * @throws NdxError, NdxConnectionError when a batch fails; earlier batches stay furnished
 */
export async function* furnishRecords(
  ndx: Pick<NdxClient, 'furnishKybCertificate'>,
  records: Iterable<KybRecord> | AsyncIterable<KybRecord>,
  {
    batchSize = 100,
    concurrency = 4,
    runId = crypto.randomUUID(),
    firstIndex = 0,
    dryRun = false,
    signal,
    ...body
  }: FurnishOptions,
): AsyncGenerator<FurnishedRecord> {
  const firstBatch = firstIndex / batchSize;
  const furnish = async (batch: readonly KybRecord[], number: number) => {
    const place = firstBatch + number;
    const furnishPart = async (part: RequestPart<KybRecord>): Promise<FurnishedRecord[]> => {
      const { offset, items } = part;
      const isWhole = items.length === batch.length;
      const first = place * batchSize + offset;
      try {
        const { data } = await ndx.furnishKybCertificate({
          body: { ...body, records: [...items] },
          ...(dryRun && { query: { dry_run: true } }),
          headers: {
            'Idempotency-Key': [runId, place, ...(isWhole ? [] : [offset, items.length])].join('-'),
          },
          ...(signal && { signal }),
        });
        return data.results.map((result) => ({
          index: first + result.index,
          accepted: result.accepted,
          submissionId: data.submission_id,
          recordId: result.record_id,
          businessId: result.business_id,
          errors: result.errors,
        }));
      } catch (error) {
        if (!(error instanceof NdxError) || error.status !== 413) throw error;
        return items.length > 1 ? furnishEach(halvesOf(part)) : [tooLarge(first, error.detail)];
      }
    };
    const furnishEach = async (parts: readonly RequestPart<KybRecord>[]) => {
      const results: FurnishedRecord[] = [];
      for (const part of parts) results.push(...(await furnishPart(part)));
      return results;
    };
    return furnishEach(partsOf(batch));
  };
  for await (const results of mapConcurrently(
    batchesOf(records, batchSize),
    concurrency,
    furnish,
  )) {
    yield* results;
  }
}

/** The result of a record that no request can carry. */
function tooLarge(index: number, detail: string): FurnishedRecord {
  const errors = [{ code: 'too_large', path: '', detail }] as const;
  return {
    ...{ index, accepted: false, errors },
    ...{ submissionId: null, recordId: null, businessId: null },
  };
}

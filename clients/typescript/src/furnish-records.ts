import type { NdxClient } from './client.js';
import type { FurnishFault, FurnishKybCertificateData } from './generated/types.gen.js';
import { batchesOf } from './in-flight/batches.js';
import { mapConcurrently } from './in-flight/map-concurrently.js';

type FurnishBody = FurnishKybCertificateData['body'];
export type KybRecord = FurnishBody['records'][number];

/** The result of one record. */
export interface FurnishedRecord {
  /** The place of the record in the input, from 0. */
  readonly index: number;
  readonly accepted: boolean;
  /** Null for a dry run, as are the other ids. */
  readonly submissionId: string | null;
  readonly recordId: string | null;
  readonly businessId: string | null;
  /** Why it was rejected; empty when it was accepted. */
  readonly errors: readonly FurnishFault[];
}

export interface FurnishOptions extends Omit<FurnishBody, 'records'> {
  /** Records in one request, 1 to 100; 100 by default. */
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
 * flight: memory does not grow with the input. Yields what became of each record, batch by batch, in
 * the order of the input.
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
    const { data } = await ndx.furnishKybCertificate({
      body: { ...body, records: [...batch] },
      ...(dryRun && { query: { dry_run: true } }),
      headers: { 'Idempotency-Key': `${runId}-${place}` },
      ...(signal && { signal }),
    });
    return data.results.map((result) => ({
      index: place * batchSize + result.index,
      accepted: result.accepted,
      submissionId: data.submission_id,
      recordId: result.record_id,
      businessId: result.business_id,
      errors: result.errors,
    }));
  };
  for await (const results of mapConcurrently(
    batchesOf(records, batchSize),
    concurrency,
    furnish,
  )) {
    yield* results;
  }
}

import { AsyncResource } from 'node:async_hooks';
import { isConnectionError } from './errors.js';

/** Processes a batch; resolves to the results in the order of the inputs. */
export type RunBatch<Input, Output> = (inputs: readonly Input[]) => Promise<readonly Output[]>;

export interface BatcherOptions<Input> {
  /** Maximum number of batches in flight. */
  readonly maxConcurrentBatches: number;
  /** Maximum size of a batch; a larger input is a batch of its own. */
  readonly maxBatchSize: number;
  /** The size of an input; 1 by default. */
  readonly sizeOf?: (input: Input) => number;
  /** Whether one input caused the failure, so that each input is retried alone. */
  readonly isSingleFailure: (error: unknown) => boolean;
}

interface Call<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Coalesces concurrent calls into batches, so that they share statements (decision 0048).
 * A single call does not wait; the busier the process, the larger the batches.
 */
export class Batcher<Input, Output> {
  private readonly waiting: Call<Input, Output>[] = [];
  /** Context of the first waiting call: logs and traces of the batch belong to its request. */
  private context = new AsyncResource('Batcher');
  private underWay = 0;
  private isDue = false;

  constructor(
    private readonly runBatch: RunBatch<Input, Output>,
    private readonly options: BatcherOptions<Input>,
  ) {}

  /** Resolves to the result for the input. @throws the error of its batch */
  call(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) this.context = new AsyncResource('Batcher');
      this.waiting.push({ input, resolve, reject });
      this.plan();
    });
  }

  /** The next batch starts after the current turn of the event loop. */
  private plan(): void {
    if (
      this.isDue ||
      this.waiting.length === 0 ||
      this.underWay >= this.options.maxConcurrentBatches
    )
      return;
    this.isDue = true;
    setImmediate(() => {
      this.isDue = false;
      const calls = this.waiting.splice(0, this.lengthOfNext());
      this.context.runInAsyncScope(() => {
        this.run(calls);
      });
      this.plan();
    });
  }

  /** The number of the oldest calls that fit into one batch, at least one. */
  private lengthOfNext(): number {
    const { maxBatchSize, sizeOf = () => 1 } = this.options;
    let size = 0;
    const end = this.waiting.findIndex(({ input }, place) => {
      size += sizeOf(input);
      return size > maxBatchSize && place > 0;
    });
    return end === -1 ? this.waiting.length : end;
  }

  private run(calls: readonly Call<Input, Output>[]): void {
    this.underWay += 1;
    this.settle(calls)
      .catch((error: unknown) => {
        rejectAll(calls, error);
      })
      .finally(() => {
        this.underWay -= 1;
        this.plan();
      });
  }

  private async settle(calls: readonly Call<Input, Output>[]): Promise<void> {
    try {
      const outputs = await this.runBatch(calls.map(({ input }) => input));
      if (outputs.length !== calls.length) throw new Error('not every input has a result');
      for (const [index, output] of outputs.entries()) calls[index]?.resolve(output);
    } catch (error) {
      if (calls.length === 1 || !this.options.isSingleFailure(error)) throw error;
      await Promise.all(
        calls.map((call) =>
          this.settle([call]).catch((own: unknown) => {
            call.reject(own);
          }),
        ),
      );
    }
  }
}

function rejectAll(calls: readonly Pick<Call<unknown, unknown>, 'reject'>[], error: unknown): void {
  for (const { reject } of calls) reject(error);
}

/** One batch at a time; calls that arrive meanwhile form the next batch. */
export function batcher<Input, Output>(together: RunBatch<Input, Output>): Batcher<Input, Output> {
  return new Batcher(together, {
    maxConcurrentBatches: 1,
    maxBatchSize: 64,
    isSingleFailure: (error) => !isConnectionError(error),
  });
}

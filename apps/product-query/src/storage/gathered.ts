import { AsyncResource } from 'node:async_hooks';
import { isConnectionError } from '@ndx/postgres';

/** Runs inputs together; resolves to their results, in the order of the inputs. */
export type Together<Input, Output> = (inputs: readonly Input[]) => Promise<readonly Output[]>;

export interface GatheredOptions {
  /** How many runs may be under way at once. */
  readonly atOnce: number;
  /** Most calls that share a run. */
  readonly most: number;
  /** Whether a run failed for one of its inputs, so that each has to be tried by itself. */
  readonly isOfOne: (error: unknown) => boolean;
}

interface Call<Input, Output> {
  readonly input: Input;
  readonly resolve: (output: Output) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs calls that come at the same time as one, so that they share what a run costs (decision 0048).
 * One that comes alone waits for nothing; the busier the process, the more of them share a run.
 */
export class Gathered<Input, Output> {
  private readonly waiting: Call<Input, Output>[] = [];
  /** Of the first that waits: what a run logs and traces belongs to its request. */
  private context = new AsyncResource('Gathered');
  private underWay = 0;
  private isDue = false;

  constructor(
    private readonly together: Together<Input, Output>,
    private readonly options: GatheredOptions,
  ) {}

  /** Resolves to the input's result. @throws what its run threw */
  call(input: Input): Promise<Output> {
    return new Promise((resolve, reject) => {
      if (this.waiting.length === 0) this.context = new AsyncResource('Gathered');
      this.waiting.push({ input, resolve, reject });
      this.plan();
    });
  }

  /** The next run begins when all that has arrived by now was read. */
  private plan(): void {
    if (this.isDue || this.waiting.length === 0 || this.underWay >= this.options.atOnce) return;
    this.isDue = true;
    setImmediate(() => {
      this.isDue = false;
      const calls = this.waiting.splice(0, this.options.most);
      this.context.runInAsyncScope(() => {
        this.run(calls);
      });
      this.plan();
    });
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
      const outputs = await this.together(calls.map(({ input }) => input));
      if (outputs.length !== calls.length) throw new Error('not every input has a result');
      for (const [index, output] of outputs.entries()) calls[index]?.resolve(output);
    } catch (error) {
      if (calls.length === 1 || !this.options.isOfOne(error)) throw error;
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

/** One run at a time: the more wait for it, the more share the next one. */
export function gatheredRuns<Input, Output>(
  together: Together<Input, Output>,
): Gathered<Input, Output> {
  return new Gathered(together, {
    atOnce: 1,
    most: 64,
    isOfOne: (error) => !isConnectionError(error),
  });
}

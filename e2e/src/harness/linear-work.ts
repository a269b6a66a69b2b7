import type { Exchange } from './exchange.js';
import type { Operation } from './interface-document.js';
import { loopTimeOf } from './loop-time.js';
import type { Participant } from './participant.js';
import type { RequestPlace } from './request-places.js';

/**
 * In milliseconds of processor time. A place is compared only above it: less varies with garbage
 * collection and compilation, and holds no process. Quadratic work on a largest part exceeds it.
 */
const NOISE_MS = 50;
/** The part of the largest size that is sent first: a request of more than linear work is short. */
const FIRST = 1 / 64;
const LARGEST_RATIO = 2.5;
/** Quadratic work has four. */
const CLEAR_RATIO = 3.5;
/** Requests of each size; more where the first ratio is not clear. */
const REPEATS = [3, 15];
/** In characters: an error text repeats at most 200, perhaps escaped, of a word of the request. */
const LONGEST_ERROR = 2_000;

/** Processor time by process. */
type Times = ReadonlyMap<string, number>;

/** Measures the work of every process for requests whose one place doubles in size. */
export class LinearWork {
  readonly faults: string[] = [];
  private readonly ratios: (readonly [ratio: number, name: string])[] = [];
  private largest: readonly [ms: number, name: string] = [0, ''];
  private requests = 0;
  private cases = 0;

  constructor(
    private readonly exchange: Exchange,
    private readonly member: Participant,
  ) {}

  /** Adds a fault if the work at this place grows by more than the bytes, or its answer does. */
  async check(operation: Operation, place: RequestPlace, kind: string): Promise<void> {
    this.cases += 1;
    const costOf = (share: number) => this.costOf(operation, place, kind, share);
    const started = await costOf(FIRST);
    const isSlow = hasWorked(started).length > 0;
    const whole = isSlow ? started : await costOf(1);
    for (const process of hasWorked(whole)) {
      const name = `${process}: ${nameOf(operation, place, kind)}`;
      const [half, full] = isSlow ? [FIRST, 2 * FIRST] : [1 / 2, 1];
      let ratio = NaN;
      for (const repeats of REPEATS) {
        ratio = await this.ratioOf(
          process,
          repeats,
          () => costOf(half),
          () => costOf(full),
        );
        if (ratio < LARGEST_RATIO || ratio > CLEAR_RATIO) break;
      }
      this.ratios.push([ratio, name]);
      if (ratio >= LARGEST_RATIO) this.faults.push(`${name}: ${ratio.toFixed(1)} times the work`);
    }
  }

  /** The number of requests, and the largest ratios and costs. */
  get summary(): string {
    const ratios = this.ratios.toSorted(([one], [other]) => other - one).slice(0, 10);
    return [
      `${this.cases} cases, ${this.requests} requests, ${this.ratios.length} above ${NOISE_MS} ms`,
      `longest: ${this.largest[0].toFixed(0)} ms, ${this.largest[1]}`,
      ...ratios.map(([ratio, name]) => `${ratio.toFixed(2)} ${name}`),
    ].join('\n');
  }

  private async ratioOf(
    process: string,
    repeats: number,
    sendHalf: () => Promise<Times>,
    sendFull: () => Promise<Times>,
  ): Promise<number> {
    const [halves, fulls]: [number[], number[]] = [[], []];
    for (let at = 0; at < repeats; at += 1) {
      halves.push((await sendHalf()).get(process) ?? NaN);
      fulls.push((await sendFull()).get(process) ?? NaN);
    }
    // What other work of the process adds is never less than nothing.
    const [half, full] = [Math.min(...halves), Math.min(...fulls)];
    return full > NOISE_MS ? full / half : 0;
  }

  private async costOf(
    operation: Operation,
    place: RequestPlace,
    kind: string,
    share: number,
  ): Promise<Times> {
    const text = place.kinds[kind]?.(Math.floor(place.largest * share)) ?? '';
    const request = { ...place.with(text), method: operation.method };
    const token = await this.member.token();
    const before = this.times();
    const { status, text: answer } = await this.exchange.send(token, request);
    const after = this.times();
    this.requests += 1;
    const name = nameOf(operation, place, kind);
    if (status >= 500) this.faults.push(`${name}: status ${status}`);
    if (status >= 400 && answer.length > LONGEST_ERROR)
      this.faults.push(`${name}: an error of ${answer.length} characters`);
    const cost = new Map(
      [...after].map(([process, ms]) => [process, ms - (before.get(process) ?? 0)]),
    );
    const longest = Math.max(...cost.values());
    if (longest > this.largest[0]) this.largest = [longest, `${name} (${share})`];
    return cost;
  }

  private times(): Times {
    return new Map(
      [...this.exchange.network.processes].map(([name, { pid = 0 }]) => [name, loopTimeOf(pid)]),
    );
  }
}

function hasWorked(times: Times): readonly string[] {
  return [...times].filter(([, ms]) => ms > NOISE_MS).map(([process]) => process);
}

function nameOf({ method, path }: Operation, { name }: RequestPlace, kind: string): string {
  return `${method} ${path} ${name}, ${kind}`;
}

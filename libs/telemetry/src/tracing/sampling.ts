import {
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace-node';

/**
 * Decides which traces a process records: a share of its own root traces, and for others the flag of
 * themselves.
 * @param servesStrangers whether anyone may ask this process. Then a share of the traces that say of
 * themselves that they are recorded: a request decides only that it is not
 */
export function samplerOf(ratio: number, servesStrangers: boolean): Sampler {
  return new ParentBasedSampler({
    root: new TraceIdRatioBasedSampler(ratio),
    ...(servesStrangers && { remoteParentSampled: new ByChance(ratio) }),
  });
}

/** Not by the id of the trace: who chooses that would choose to be recorded. */
class ByChance implements Sampler {
  constructor(private readonly ratio: number) {}

  shouldSample() {
    const { RECORD_AND_SAMPLED, NOT_RECORD } = SamplingDecision;
    return { decision: Math.random() < this.ratio ? RECORD_AND_SAMPLED : NOT_RECORD };
  }

  toString(): string {
    return `ByChance{${this.ratio}}`;
  }
}

import {
  ParentBasedSampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace-node';

/**
 * Decides which traces a process records: a share of its own root traces, and other traces by their
 * sampled flag.
 * @param servesStrangers whether the process is public. Then only a share of traces with the flag
 *   is recorded: a caller can only prevent recording
 */
export function samplerOf(ratio: number, servesStrangers: boolean): Sampler {
  return new ParentBasedSampler({
    root: new TraceIdRatioBasedSampler(ratio),
    ...(servesStrangers && { remoteParentSampled: new ByChance(ratio) }),
  });
}

/** Not by the trace id: a caller could choose an id that is recorded. */
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

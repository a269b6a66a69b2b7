import { Counter, Registry } from '@ndx/telemetry';
import { Inject, Injectable } from '@nestjs/common';

/** Open conflicts: subjects with a common identifier. */
@Injectable()
export class IdentityConflicts {
  private readonly counter: Counter;

  constructor(@Inject(Registry) registry: Registry) {
    this.counter = new Counter({
      name: 'identity_conflicts_total',
      help: 'Opened identity conflicts: another subject under a known identifier',
      labelNames: ['subject_type'],
      registers: [registry],
    });
  }

  opened(subjectType: 'consumer' | 'business', count: number): void {
    this.counter.inc({ subject_type: subjectType }, count);
  }
}

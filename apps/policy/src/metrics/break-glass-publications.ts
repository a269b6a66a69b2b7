import { Counter, Registry } from '@ndx/telemetry';
import { Inject, Injectable } from '@nestjs/common';

/** Publications without the approval that the network requires, or although tests failed. */
@Injectable()
export class BreakGlassPublications {
  private readonly counter: Counter;

  constructor(@Inject(Registry) registry: Registry) {
    this.counter = new Counter({
      name: 'policy_break_glass_publications_total',
      help: 'Drafts of policies that were published without the required approval, or although tests failed',
      registers: [registry],
    });
  }

  published(): void {
    this.counter.inc();
  }
}

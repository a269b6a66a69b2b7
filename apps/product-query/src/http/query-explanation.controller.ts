import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { ExplainQuery } from '../use-cases/explanation/explain-query.js';
import { toExplanation } from './explanation.js';

@Controller()
export class QueryExplanationController {
  constructor(private readonly explainQuery: ExplainQuery) {}

  @Handles(api.explainQuery)
  async explain(@Caller() principal: Principal, @Asked() { path }: Asked<typeof api.explainQuery>) {
    return toExplanation(await this.explainQuery.explain(principal, path.query_event_id));
  }
}

import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { TraceStore } from '../clients/trace-store.js';
import { requireOperator } from './require-operator.js';

@Controller()
export class RequestTraceController {
  constructor(private readonly traces: TraceStore) {}

  @Handles(api.readRequestTrace)
  async read(@Caller() caller: Principal, @Asked() { path }: Asked<typeof api.readRequestTrace>) {
    requireOperator(caller, 'traces');
    return this.traces.read(path.request_id);
  }
}

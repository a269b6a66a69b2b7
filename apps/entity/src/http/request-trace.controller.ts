import * as api from '@ndx/api';
import { denied, type Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { TraceStore } from '../clients/trace-store.js';

@Controller()
export class RequestTraceController {
  constructor(private readonly traces: TraceStore) {}

  @Handles(api.readRequestTrace)
  async read(
    @Caller() { permissions }: Principal,
    @Asked() { path }: Asked<typeof api.readRequestTrace>,
  ) {
    if (!permissions.includes('service:read')) {
      throw denied('permission_missing', 'reading traces needs the permission service:read');
    }
    return this.traces.read(path.request_id);
  }
}

import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles } from '@ndx/service';
import { Controller } from '@nestjs/common';
import { LogStore } from '../clients/log-store.js';
import { requireOperator } from './require-operator.js';

@Controller()
export class LogController {
  constructor(private readonly logs: LogStore) {}

  @Handles(api.readRequestLogs)
  async read(@Caller() caller: Principal, @Asked() { path }: Asked<typeof api.readRequestLogs>) {
    requireOperator(caller, 'log lines');
    return this.logs.ofRequest(path.request_id);
  }

  @Handles(api.listServiceLogs)
  async list(@Caller() caller: Principal, @Asked() { query }: Asked<typeof api.listServiceLogs>) {
    requireOperator(caller, 'log lines');
    return this.logs.newest(query);
  }
}

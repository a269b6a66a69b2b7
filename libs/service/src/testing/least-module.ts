import { Service } from '../definition/service-definition.js';

/** A service without tables, operations and events of its own. */
@Service({
  name: 'consent',
  rows: [],
  migrations: [],
  audited: [],
  http: [],
  operations: [],
  providers: [],
})
export class LeastModule {}

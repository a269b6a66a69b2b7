import * as api from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import { Asked, Caller, Handles, HandlesAsText } from '@ndx/service';
import { Controller, Header } from '@nestjs/common';
import { BuildRelianceFile } from '../use-cases/reliance/build-reliance-file.js';
import { SignIndex, type Period } from '../use-cases/reliance/sign-index.js';
import { toExplanation } from './explanation.js';

@Controller()
export class RelianceFileController {
  constructor(
    private readonly files: BuildRelianceFile,
    private readonly index: SignIndex,
  ) {}

  @Handles(api.readQueryIndex)
  readIndex(@Caller() principal: Principal, @Asked() { query }: Asked<typeof api.readQueryIndex>) {
    return this.index.ofQueries(principal, periodOf(query));
  }

  @Handles(api.readRecordUseIndex)
  readRecordUseIndex(
    @Caller() principal: Principal,
    @Asked() { query }: Asked<typeof api.readRecordUseIndex>,
  ) {
    return this.index.ofRecordUses(principal, periodOf(query));
  }

  @HandlesAsText(api.readRelianceFile)
  @Header('content-type', 'application/zip')
  read(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.readRelianceFile>,
  ): Promise<Buffer> {
    return this.files.build(principal, path.query_event_id, toExplanation);
  }

  @HandlesAsText(api.readRelianceFileOfRecordUse)
  @Header('content-type', 'application/zip')
  readOfRecordUse(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.readRelianceFileOfRecordUse>,
  ): Promise<Buffer> {
    return this.files.buildOfUses(principal, path.query_event_id);
  }
}

function periodOf(query: Asked<typeof api.readQueryIndex>['query']): Period {
  return {
    networkId: query.network_id,
    from: api.instantOf(query.from),
    to: api.instantOf(query.to),
    cursor: query.cursor,
    limit: query.limit,
  };
}

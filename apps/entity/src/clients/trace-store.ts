import { readRequestTrace, schemaFault, type AnswerOf } from '@ndx/api';
import { notFound, operationFailed } from '@ndx/contracts';
import { CONFIG } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityConfig } from '../entity.config.js';
import { askStore } from './ask-store.js';

type RequestTrace = AnswerOf<typeof readRequestTrace>;

/** The store of the last traces that the operator configured, if any (decision 0130). */
@Injectable()
export class TraceStore {
  private readonly url: string;
  private readonly isExported: boolean;

  constructor(@Inject(CONFIG) config: EntityConfig) {
    this.url = config.TRACE_STORE_URL.replace(/\/$/, '');
    this.isExported = config.OTEL_EXPORTER_OTLP_ENDPOINT !== '';
  }

  /**
   * The trace of a request.
   * @throws RESOURCE_NOT_FOUND when there is no store, or it keeps no trace of the request
   * @throws OPERATION_FAILED when the store does not answer as specified
   */
  async read(requestId: string): Promise<RequestTrace> {
    if (this.url === '') throw this.notKept();
    const address = `${this.url}/request-traces`;
    const { status, body } = await askStore('trace store', address, { request_id: requestId });
    if (status === 404) throw notFound('not_found', 'no trace of a request with this id is kept');
    if (status !== 200 || !isTrace(body)) {
      throw operationFailed('service_unavailable', 'the trace store did not return a trace');
    }
    return body;
  }

  private notKept() {
    const where = this.isExported
      ? 'search for this id as exchange.request_id behind the collector that OTEL_EXPORTER_OTLP_ENDPOINT names'
      : 'to export them, set OTEL_EXPORTER_OTLP_ENDPOINT to a collector';
    return notFound('traces_not_kept', `this deployment does not keep traces: ${where}`);
  }
}

function isTrace(body: unknown): body is RequestTrace {
  return schemaFault(readRequestTrace.answer, body) === undefined;
}

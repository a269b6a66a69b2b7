import {
  listServiceLogs,
  readRequestLogs,
  schemaFault,
  type AnswerOf,
  type LogLevel,
} from '@ndx/api';
import { notFound, operationFailed, type ServiceName } from '@ndx/contracts';
import { CONFIG, decodePlace, encodePlace, invalidCursor } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityConfig } from '../entity.config.js';
import { askStore } from './ask-store.js';

type RequestLogs = AnswerOf<typeof readRequestLogs>;
type LogLinePage = AnswerOf<typeof listServiceLogs>;

interface LinesAsked {
  readonly service: ServiceName;
  readonly level: LogLevel;
  readonly limit: number;
  readonly cursor?: string;
}

/** The store of the last log lines that the launcher configured, if any (decision 0147). */
@Injectable()
export class LogStore {
  private readonly url: string;

  constructor(@Inject(CONFIG) config: EntityConfig) {
    this.url = config.LOG_STORE_URL.replace(/\/$/, '');
  }

  /**
   * The lines of a request in every process.
   * @throws RESOURCE_NOT_FOUND when there is no store, or it has no line of the request
   * @throws OPERATION_FAILED when the store does not answer as specified
   */
  async ofRequest(requestId: string): Promise<RequestLogs> {
    const { status, body } = await this.ask('request-logs', { request_id: requestId });
    if (status === 404) {
      throw notFound('not_found', 'no log line of a request with this id is kept');
    }
    if (status !== 200 || !areOfRequest(body)) throw noLines();
    return body;
  }

  /**
   * The newest lines of a process, or those before the cursor.
   * @throws RESOURCE_NOT_FOUND when there is no store
   * @throws VALIDATION_ERROR when the cursor is not of this process
   * @throws OPERATION_FAILED when the store does not answer as specified
   */
  async newest({ service, level, limit, cursor }: LinesAsked): Promise<LogLinePage> {
    const { status, body } = await this.ask('service-logs', {
      service,
      level,
      limit: String(limit),
      ...(cursor !== undefined && { before: placeIn(cursor, service) }),
    });
    if (status !== 200 || !isPage(body)) throw noLines();
    return { ...body, next_cursor: encodePlace(service, body.next_cursor) };
  }

  private ask(path: string, query: Readonly<Record<string, string>>) {
    if (this.url !== '') return askStore('log store', `${this.url}/${path}`, query);
    throw notFound(
      'logs_not_kept',
      'this deployment does not keep log lines: search its log system, by request_id for a request, by service for a process',
    );
  }
}

/** The place in the file of a process that a cursor has. */
function placeIn(cursor: string, service: ServiceName): string {
  const [process, place = '', ...rest] = decodePlace(cursor);
  if (process !== service || !/^\d{1,15}$/.test(place) || rest.length > 0) throw invalidCursor();
  return place;
}

function noLines() {
  return operationFailed('service_unavailable', 'the log store did not return lines');
}

function areOfRequest(body: unknown): body is RequestLogs {
  return schemaFault(readRequestLogs.answer, body) === undefined;
}

function isPage(body: unknown): body is LogLinePage {
  return schemaFault(listServiceLogs.answer, body) === undefined;
}

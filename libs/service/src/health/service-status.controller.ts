import * as api from '@ndx/api';
import { denied, notFound, type Permission, type Principal } from '@ndx/contracts';
import { BusServer, ParkedOutbox, readMessagingFigures, type DeadLetter } from '@ndx/messaging';
import type { Logger } from '@ndx/telemetry';
import { Controller, Inject } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ServiceSettings } from '../definition/infrastructure.js';
import { LOGGER, SETTINGS } from '../definition/tokens.js';
import { Asked } from '../http/asked.js';
import { Handles } from '../http/handles.js';
import { afterRevision, idPage } from '../http/id-page.js';
import { Caller } from '../principal/caller.js';
import { FigureHistory, orNull, SAMPLE_SECONDS } from './figure-history.js';
import { Readiness } from './readiness.js';

/** Half the time that the gateway waits for a service by default. */
const REDRIVE_MS = 5_000;
const MAX_REJECTED_KEYS = 100;

/** The state of the service, and its parked events (decision 0096). */
@Controller()
export class ServiceStatusController {
  private readonly outbox: ParkedOutbox;

  constructor(
    @Inject(SETTINGS) private readonly settings: ServiceSettings,
    @Inject(Readiness) private readonly readiness: Readiness,
    @Inject(BusServer) private readonly server: BusServer,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(FigureHistory) private readonly history: FigureHistory,
  ) {
    this.outbox = new ParkedOutbox(dataSource);
  }

  @Handles(api.readServiceStatus)
  async status(
    @Caller() principal: Principal,
    @Asked() { path }: Asked<typeof api.readServiceStatus>,
  ): Promise<api.AnswerOf<typeof api.readServiceStatus>> {
    this.require(principal, 'service:read', path.service);
    const [problems, warnings, figures, lag, rejected] = await Promise.all([
      this.readiness.problems(),
      this.readiness.warnings(),
      orNull(readMessagingFigures(this.dataSource)),
      orNull(this.server.subscription.lag()),
      orNull(this.outbox.list()),
    ]);
    return {
      service: path.service,
      status: problems.length === 0 ? 'healthy' : 'unavailable',
      problems,
      warnings,
      consumer_lag: lag,
      outbox_events: figures?.outboxEvents ?? null,
      outbox_age_seconds: figures?.outboxAgeSeconds ?? null,
      parked_events: figures?.parkedEvents ?? null,
      parked_keys: figures?.parkedKeys ?? null,
      rejected_keys: rejected?.slice(0, MAX_REJECTED_KEYS).map(withTime) ?? null,
    };
  }

  @Handles(api.readServiceFigures)
  figures(@Caller() principal: Principal, @Asked() { path }: Asked<typeof api.readServiceFigures>) {
    this.require(principal, 'service:read', path.service);
    const { since, samples } = this.history;
    return {
      service: path.service,
      since: since.toISOString(),
      every_seconds: SAMPLE_SECONDS,
      samples: samples.map((sample) => ({
        at: sample.at.toISOString(),
        consumer_lag: sample.consumerLag,
        outbox_events: sample.outboxEvents,
        parked_events: sample.parkedEvents,
      })),
    };
  }

  @Handles(api.listParkedEvents)
  async list(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.listParkedEvents>,
  ): Promise<api.AnswerOf<typeof api.listParkedEvents>> {
    this.require(principal, 'service:read', path.service);
    const after = afterRevision(query.cursor);
    const letters = await this.server.deadLetters.page({ after, limit: query.limit });
    return idPage(letters, { after: String(after), idOf: ({ seq }) => seq, show: toParkedEvent });
  }

  @Handles(api.redriveParkedEvents)
  async redrive(
    @Caller() principal: Principal,
    @Asked() { path, body: { key } }: Asked<typeof api.redriveParkedEvents>,
  ): Promise<api.AnswerOf<typeof api.redriveParkedEvents>> {
    this.require(principal, 'service:redrive', path.service);
    const { deadLetters } = this.server;
    if (key !== undefined && !(await this.isParked(key))) {
      throw notFound('not_found', 'no event of this key is parked');
    }
    const signal = AbortSignal.timeout(REDRIVE_MS);
    const redriven = await deadLetters.redrive({ signal, ...(key !== undefined && { key }) });
    const republished = await this.outbox.release(key);
    const result = {
      handled: redriven.handled,
      freed_keys: redriven.freedKeys,
      failed_keys: redriven.failedKeys,
      republished_keys: republished.length,
      is_complete: !signal.aborted,
    };
    const { account_id } = principal;
    this.logger.info({ account_id, key: key ?? 'every key', ...result }, 'parked events redriven');
    return result;
  }

  /** @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND for the name of another service */
  private require(principal: Principal, permission: Permission, service: string): void {
    if (!principal.permissions.includes(permission)) {
      throw denied('permission_missing', `the account does not have the permission ${permission}`);
    }
    if (service !== this.settings.definition.name)
      throw notFound('not_found', 'there is no such service');
  }

  private async isParked(key: string): Promise<boolean> {
    if (await this.server.deadLetters.isParked(key)) return true;
    return (await this.outbox.list(key)).length > 0;
  }
}

function toParkedEvent(letter: DeadLetter) {
  const { event_id, topic, key, type, status, error, attempts } = letter;
  return {
    event_id,
    topic,
    key,
    type,
    status,
    error,
    attempts,
    parked_at: letter.parked_at.toISOString(),
  };
}

function withTime<T extends { readonly parked_at: Date }>({ parked_at: at, ...rest }: T) {
  return { ...rest, parked_at: at.toISOString() };
}

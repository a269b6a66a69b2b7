import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { TestPlace } from '@ndx/archive/testing';
import { newId, type Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { expect } from '@jest/globals';
import { TextPartitions } from '../storage/text-partitions.js';
import {
  ArchiveTexts,
  type Archived,
  type ArchivedPart,
} from '../use-cases/archive/archive-texts.js';
import { ReplayHistory } from '../use-cases/replay/replay-history.js';
import { RestoreArchive } from '../use-cases/archive/restore-archive.js';
import { VerifyArchive, type VerifiedPart } from '../use-cases/archive/verify-archive.js';
import { IDENTITY } from './coverage.js';
import { queryCertificate } from './explained-business.js';
import { anEvent, reading, storeEvents } from './query-events.js';
import { startQueryService, type QueryService } from './query-service.js';
import { aPolicyOf, simulateAll } from './simulations.js';
import type { World } from './world.js';

export const DAY_MS = 86_400_000;
export const CERTIFICATE_PATH = '/v1/products/kyb_certificate/certificates';

export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

export const sha256 = (content: string | Buffer) =>
  createHash('sha256').update(content).digest('hex');

/** Stored texts, with the columns of a line. */
export interface StoredTexts {
  readonly occurred_at: Date;
  readonly query_event_id: string;
  readonly payload: string;
  readonly decision: string | null;
  readonly body: string | null;
}

interface Answer {
  readonly status: number;
  /** The bytes of the answer. */
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/** A query service whose old rows are archived to a place. */
export class Archives {
  private constructor(
    readonly place: TestPlace,
    readonly service: QueryService,
    private readonly assembled: Awaited<ReturnType<QueryService['assemble']>>,
  ) {}

  static async start(start: () => Promise<TestPlace>): Promise<Archives> {
    const place = await start();
    const service = await startQueryService({ ...place.settings });
    return new Archives(place, service, await service.assemble());
  }

  async stop(): Promise<void> {
    await this.assembled.close();
    await this.service.stop();
    await this.place.stop();
  }

  async removeRows(): Promise<void> {
    await this.service.sql('truncate certificate, query_event, query_text, query_text_part');
  }

  /** Creates the partition of a day. */
  partition(days: number): Promise<void> {
    return this.assembled.app.get(TextPartitions).create(daysAgo(days));
  }

  async partitions(): Promise<string[]> {
    const rows = await this.service.sql<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits
       where inhparent = 'query_text'::regclass order by name`,
    );
    return rows.map(({ name }) => name);
  }

  /** What the command reports. */
  async run(before = daysAgo(30)): Promise<Archived[]> {
    const archived: Archived[] = [];
    await this.assembled.app.get(ArchiveTexts).archive(before, (each) => archived.push(each), 100);
    return archived;
  }

  /** The written parts. */
  async archive(before = daysAgo(30)): Promise<ArchivedPart[]> {
    const archived = await this.run(before);
    return archived.flatMap((each) => ('part' in each ? [each] : []));
  }

  async archiveOne(): Promise<ArchivedPart & { readonly file: string }> {
    const [part, ...others] = await this.archive();
    if (!part || part.file === null || others.length > 0)
      throw new Error(`${others.length} other parts are written`);
    return { ...part, file: part.file };
  }

  /** The numbers of the restored parts. */
  async restore(): Promise<number[]> {
    const parts: number[] = [];
    await this.assembled.app.get(RestoreArchive).restore(({ part }) => parts.push(part));
    return parts;
  }

  async verified(): Promise<VerifiedPart[]> {
    const parts: VerifiedPart[] = [];
    for await (const part of this.assembled.app.get(VerifyArchive).verify()) parts.push(part);
    return parts;
  }

  replayHistory() {
    return this.assembled.app.get(ReplayHistory).replay(daysAgo(100), () => undefined);
  }

  /** The texts outside of parts, in the order of parts. */
  stored(): Promise<StoredTexts[]> {
    return this.service.sql(
      `select occurred_at, query_event_id, payload, decision, body from query_text
       order by occurred_at, query_event_id`,
    );
  }

  async linesOf(file: string): Promise<string[]> {
    return gunzipSync(await this.place.read(file))
      .toString()
      .trimEnd()
      .split('\n');
  }

  /** Queries a certificate `days` days ago, and waits for the audit entry. */
  async ask(world: World, days: number): Promise<string> {
    const reference = await queryCertificate(this.service, world);
    await eventually(async () => {
      const entries = await this.service.sql('select from audit_entry where subject = $1', [
        reference,
      ]);
      expect(entries).toHaveLength(1);
    });
    await this.makeOld(reference, days);
    return reference;
  }

  async makeOld(reference: string, days: number): Promise<void> {
    for (const [table, time] of [
      ['certificate', 'issued_at'],
      ['query_event', 'occurred_at'],
      ['query_text', 'occurred_at'],
    ] as const) {
      await this.service.sql(
        `update ${table} set ${time} = ${time} - $2 * interval '1 day' where query_event_id = $1`,
        [reference, days],
      );
    }
  }

  /** Stores old query events of a network. */
  async fill(networkId: string, count: number): Promise<void> {
    const [entityId, start] = [newId(), Math.floor(daysAgo(39).getTime() / DAY_MS) * DAY_MS];
    const events = Array.from({ length: count }, (_, index) =>
      anEvent([networkId], entityId, new Date(start + (index % 300))),
    );
    await storeEvents(this.service, events);
  }

  async answer(...request: Parameters<QueryService['send']>): Promise<Answer> {
    const response = await this.service.send(...request);
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) as Record<string, unknown> };
  }

  /** The counts of a simulation of the network's queries. */
  async simulate({ networkId }: World) {
    const governor = member(networkId, 'governor');
    const policy_id = await aPolicyOf(this.service, networkId);
    const draft = { model_selections: [{ model_name: IDENTITY, max_age_days: 2 }] };
    const { outcomes, sections, not_simulated } = await simulateAll(this.service, governor, {
      policy_id,
      ...draft,
    });
    return { outcomes, sections, not_simulated };
  }

  /** Every answer about a query, and the lists with it. */
  async answersAbout(world: World, reference: string) {
    const querier = reading(world.principal);
    const [row] = await this.service.sql<{ id: string }>(
      'select certificate_id as id from certificate where query_event_id = $1',
      [reference],
    );
    const network = `network_id=${world.networkId}`;
    const [list, event, feed, uses, certificate, decision] = await Promise.all([
      this.answer(querier, 'GET', CERTIFICATE_PATH),
      this.answer(querier, 'GET', `/v1/query-events/${reference}`),
      this.answer(querier, 'GET', `/v1/query-events?${network}`),
      this.answer(furnisherOf(world), 'GET', `/v1/record-uses?${network}`),
      row && this.answer(querier, 'GET', `${CERTIFICATE_PATH}/${row.id}`),
      this.decisionAnswers(world, reference),
    ]);
    return { list, event, feed, uses, ...(certificate && { certificate }), ...decision };
  }

  /** The answers about how a query was decided. */
  async decisionAnswers(world: World, reference: string) {
    const querier = reading(world.principal);
    const governor = member(world.networkId, 'governor');
    const path = `/v1/query-events/${reference}`;
    const draft = { model_selections: [{ model_name: IDENTITY, max_age_days: 2 }] };
    const [explanation, evidence, replay, simulation] = await Promise.all([
      this.answer(querier, 'GET', `${path}/explanation`),
      this.answer(querier, 'GET', `${path}/evidence`),
      this.answer(governor, 'POST', `${path}/replay`, {}),
      this.answer(governor, 'POST', `${path}/replay`, draft),
    ]);
    return { explanation, evidence, replay, simulation };
  }
}

export const furnisherOf = (world: World): Principal => ({
  ...member(world.networkId, 'furnisher'),
  entity_id: world.furnisherId,
  permissions: ['data:furnish'],
});

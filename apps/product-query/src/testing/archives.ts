import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { TestPlace } from '@ndx/archive/testing';
import { newId, type Principal } from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { expect } from '@jest/globals';
import type { ArchivedTable } from '../storage/archived-table.js';
import { ArchiveRows, type ArchivedPart } from '../use-cases/archive/archive-rows.js';
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

/** A stored row, with the columns of a line. */
export type StoredRow = Readonly<Record<string, unknown>> & { readonly query_event_id: string };

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
    await this.service.sql(
      'truncate certificate, certificate_archive, query_event, query_event_archive',
    );
  }

  async archive(table: ArchivedTable, before = daysAgo(30)): Promise<ArchivedPart[]> {
    const parts: ArchivedPart[] = [];
    await this.assembled.app.get(ArchiveRows).archive(table, before, (part) => parts.push(part));
    return parts;
  }

  async archiveOne(table: ArchivedTable): Promise<ArchivedPart> {
    const [part, ...others] = await this.archive(table);
    if (!part || others.length > 0) throw new Error(`${others.length} other files are written`);
    return part;
  }

  /** The numbers of the restored parts. */
  async restore(table: ArchivedTable): Promise<number[]> {
    const parts: number[] = [];
    await this.assembled.app.get(RestoreArchive).restore(table, ({ part }) => parts.push(part));
    return parts;
  }

  async verified(table: ArchivedTable): Promise<VerifiedPart[]> {
    const parts: VerifiedPart[] = [];
    for await (const part of this.assembled.app.get(VerifyArchive).verify(table)) parts.push(part);
    return parts;
  }

  replayHistory() {
    return this.assembled.app.get(ReplayHistory).replay(daysAgo(100), () => undefined);
  }

  /** The rows of a table in the order of its files. */
  stored({ table, columns, texts, position }: ArchivedTable): Promise<StoredRow[]> {
    return this.service.sql(
      `select ${[...columns, ...texts].join(', ')} from ${table} order by ${position.join(', ')}`,
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
    ] as const) {
      await this.service.sql(
        `update ${table} set ${time} = ${time} - $2 * interval '1 day' where query_event_id = $1`,
        [reference, days],
      );
    }
  }

  /** Stores old query events of a network, each with a certificate. */
  async fill(networkId: string, count: number): Promise<void> {
    const [entityId, start] = [newId(), daysAgo(39).getTime()];
    const events = Array.from({ length: count }, (_, index) =>
      anEvent([networkId], entityId, new Date(start + (index % 300))),
    );
    await storeEvents(this.service, events);
    await this.service.sql(
      `insert into certificate (certificate_id, query_event_id, entity_id, network_ids, record_ids, issued_at, body)
       select gen_random_uuid(), query_event_id, querying_entity_id, network_ids, '{}', occurred_at, payload
       from query_event where query_event_id = any($1)`,
      [events.map(({ query_event_id: id }) => id)],
    );
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

import { conflict, ConsentGranted, invalid, newId, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Body, Controller, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { IsString } from 'class-validator';
import { DataSource, type QueryRunner } from 'typeorm';
import { Service } from '../../boot/service-definition.js';
import { Operation } from '../../http/operation.js';
import { wire } from '@ndx/api';
import { Caller } from '../../principal/caller.js';
import { ForwardOnlyMigration } from '@ndx/postgres';

/** What a test has the handler do. */
export const hooks: {
  /** Before anything else. */
  before: () => Promise<void>;
  /** When everything is written, and nothing is committed. */
  after: () => Promise<void>;
} = { before: async () => undefined, after: async () => undefined };

class CreateNote1700000100000 extends ForwardOnlyMigration {
  readonly name = 'CreateNote1700000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table note (id uuid primary key, title text not null)');
  }
}

class NoteDto {
  @IsString()
  readonly title!: string;
}

const Note = wire.record('Note', { id: wire.uuid, title: wire.text });

/** The least that a service can do: it keeps notes, and tells another service of each. */
@Controller('v1/notes')
class NoteController {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(DataSource) private readonly dataSource: DataSource,
  ) {}

  @Post()
  @HttpCode(200)
  @Operation({ summary: 'Keep a note', answer: Note })
  async add(@Caller() principal: Principal, @Body() { title }: NoteDto) {
    await hooks.before();
    if (title === '') throw invalid('a note has a title');
    const note = { id: newId(), title };
    await this.transactions.run(async (tx) => {
      await tx.manager.query('insert into note values ($1, $2)', [note.id, title]);
      tx.publish(ConsentGranted, consentOf(principal, note.id));
    });
    await hooks.after();
    return note;
  }

  /** Refused where there is one of the title, as another connection sees it. */
  @Post('only')
  @HttpCode(200)
  @Operation({ summary: 'Keep the only note of a title', answer: Note })
  async addOnly(@Caller() principal: Principal, @Body() { title }: NoteDto) {
    const same = await this.dataSource.query<unknown[]>('select 1 from note where title = $1', [
      title,
    ]);
    if (same.length > 0) throw conflict('there is a note of that title');
    return this.add(principal, { title });
  }

  @Post('folders/:folder')
  @HttpCode(200)
  @Operation({ summary: 'Keep a note in a folder', answer: Note })
  addIn(@Caller() principal: Principal, @Param('folder') _: string, @Body() note: NoteDto) {
    return this.add(principal, note);
  }

  /** Two transactions, were it not for a key. */
  @Post('pair')
  @HttpCode(200)
  @Operation({ summary: 'Keep a note twice', answer: wire.listOf(Note) })
  async addTwo(@Caller() principal: Principal, @Body() note: NoteDto) {
    return [await this.add(principal, note), await this.add(principal, note)];
  }

  @Post('check')
  @HttpCode(200)
  @Operation({ summary: 'Check a note', changesNothing: true, answer: Note })
  check(@Body() { title }: NoteDto) {
    return { id: newId(), title };
  }
}

@Service({
  name: 'consent',
  rows: [],
  migrations: [CreateNote1700000100000],
  http: [NoteController],
  operations: [],
  providers: [],
})
export class NotesModule {}

function consentOf(principal: Principal, id: string) {
  return {
    consent_id: id,
    kind: 'business' as const,
    revision: 1,
    entity_id: principal.entity_id,
    network_id: null,
    consumer_id: null,
    business_id: null,
    match_hashes: [],
    scope: '*',
    consented_fields: '*',
    expires_at: '2030-01-01T00:00:00.000Z',
    revoked_at: null,
    field_access_grants: [],
  };
}

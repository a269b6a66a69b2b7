import {
  conflict,
  ConsentGranted,
  invalid,
  newId,
  SubjectSeparated,
  type Principal,
} from '@ndx/contracts';
import { OnEvent, Transactions } from '@ndx/messaging';
import { Controller, Inject } from '@nestjs/common';
import { IsString } from 'class-validator';
import { DataSource, type QueryRunner } from 'typeorm';
import { Service } from '../../definition/service-definition.js';
import { Asked } from '../../http/asked.js';
import { handledOperations, Handles } from '../../http/handles.js';
import { declareOperation, Text, wire } from '@ndx/api';
import { Caller } from '../../principal/caller.js';
import { ForwardOnlyMigration } from '@ndx/postgres';

/** Hooks of a test in the handler. */
export const hooks: {
  /** Runs before the first write. */
  before: () => Promise<void>;
  /** Runs after all writes, before the commit. */
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

class FolderPath {
  @Text(100)
  readonly folder!: string;
}

const ofNotes = {
  method: 'POST',
  service: 'consent',
  permission: 'consent:write',
  request: { body: NoteDto },
  answer: Note,
} as const;

const addNote = declareOperation({
  ...ofNotes,
  id: 'addNote',
  path: '/v1/notes',
  summary: 'Keep a note',
});
const addOnlyNote = declareOperation({
  ...ofNotes,
  id: 'addOnlyNote',
  path: '/v1/notes/only',
  summary: 'Keep the only note of a title',
});
const addNoteInFolder = declareOperation({
  ...ofNotes,
  id: 'addNoteInFolder',
  path: '/v1/notes/folders/{folder}',
  summary: 'Keep a note in a folder',
  request: { path: FolderPath, body: NoteDto },
});
const addTwoNotes = declareOperation({
  ...ofNotes,
  id: 'addTwoNotes',
  path: '/v1/notes/pair',
  summary: 'Keep a note twice',
  answer: wire.listOf(Note),
});
const checkNote = declareOperation({
  ...ofNotes,
  id: 'checkNote',
  path: '/v1/notes/check',
  summary: 'Check a note',
  changesNothing: true,
});

/** A minimal service: it stores notes and notifies another service of each. */
@Controller()
class NoteController {
  constructor(
    @Inject(Transactions) private readonly transactions: Transactions,
    @Inject(DataSource) private readonly dataSource: DataSource,
  ) {}

  @Handles(addNote)
  async add(@Caller() principal: Principal, @Asked() { body }: Asked<typeof addNote>) {
    await hooks.before();
    const { title } = body;
    if (title === '') throw invalid('invalid_value', 'a note has a title');
    const note = { id: newId(), title };
    await this.transactions.run(async (tx) => {
      await tx.manager.query('insert into note values ($1, $2)', [note.id, title]);
      tx.publish(ConsentGranted, consentOf(principal, note.id));
    });
    await hooks.after();
    return note;
  }

  /** Rejected when another committed note has the title. */
  @Handles(addOnlyNote)
  async addOnly(@Caller() principal: Principal, @Asked() { body }: Asked<typeof addOnlyNote>) {
    const same = await this.dataSource.query<unknown[]>('select 1 from note where title = $1', [
      body.title,
    ]);
    if (same.length > 0) throw conflict('already_exists', 'there is a note of that title');
    return this.add(principal, { body });
  }

  @Handles(addNoteInFolder)
  addIn(@Caller() principal: Principal, @Asked() { body }: Asked<typeof addNoteInFolder>) {
    return this.add(principal, { body });
  }

  /** Two transactions without a key. */
  @Handles(addTwoNotes)
  async addTwo(@Caller() principal: Principal, @Asked() { body }: Asked<typeof addTwoNotes>) {
    return [await this.add(principal, { body }), await this.add(principal, { body })];
  }

  @Handles(checkNote)
  check(@Asked() { body }: Asked<typeof checkNote>) {
    return { id: newId(), title: body.title };
  }
}

@Controller()
class OnSubjectSeparated {
  @OnEvent(SubjectSeparated)
  separated(): void {
    throw new Error('never called');
  }
}

@Service({
  name: 'consent',
  rows: [],
  migrations: [CreateNote1700000100000],
  audited: [],
  http: [NoteController],
  operations: handledOperations([NoteController]),
  events: [OnSubjectSeparated],
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
    business_legal_name: null,
    scope: '*',
    consented_fields: '*',
    expires_at: '2030-01-01T00:00:00.000Z',
    revoked_at: null,
    field_access_grants: [],
  };
}

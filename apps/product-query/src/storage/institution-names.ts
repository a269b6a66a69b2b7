import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class InstitutionNames {
  constructor(private readonly dataSource: DataSource) {}

  /** The names of institutions by id; unknown ones are omitted. */
  async of(entityIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.dataSource.query<{ entity_id: string; name: string }[]>(
      'select entity_id, name from institution_copy where entity_id = any($1::uuid[])',
      [entityIds],
    );
    return new Map(rows.map((row) => [row.entity_id, row.name]));
  }
}

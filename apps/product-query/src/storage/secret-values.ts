import { sealedFieldsOf, TEMPLATES } from '@ndx/catalog';
import { CONFIG } from '@ndx/service';
import { Sealer, type SealedColumn } from '@ndx/sealing';
import { Inject, Injectable } from '@nestjs/common';
import type { TemplateInput } from '../domain/template/read-records.js';
import type { ProductQueryConfig } from '../product-query.config.js';

const SEALED: ReadonlyMap<string, readonly string[]> = new Map(
  TEMPLATES.map((template) => [template.slug, sealedFieldsOf(template)]),
);

/** The columns with secrets, for key rotation. */
export const SEALED_STATEMENTS: readonly SealedColumn[] = [...SEALED].flatMap(([slug, members]) =>
  members.length === 0
    ? []
    : (['content', 'newest_content'] as const).map((column) => ({
        table: 'statement',
        column,
        where: `dataset = '${slug}' and ${column} is not null`,
        members,
      })),
);

/** Decrypts the secrets that furnishing encrypted (design 5). */
@Injectable()
export class SecretValues {
  private readonly sealer: Sealer;

  constructor(@Inject(CONFIG) config: ProductQueryConfig) {
    this.sealer = new Sealer(config.SEALING_KEYS);
  }

  /** The decrypted value. @throws Error when the key is unknown or the value was altered */
  readonly open: TemplateInput['open'] = (dataset, field, value) =>
    SEALED.get(dataset)?.includes(field) && typeof value === 'string'
      ? this.sealer.open(value)
      : value;
}

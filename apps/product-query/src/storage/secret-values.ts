import { sealedFieldsOf, TEMPLATES } from '@ndx/catalog';
import { CONFIG } from '@ndx/service';
import { Sealer, type SealedColumn } from '@ndx/sealing';
import { Inject, Injectable } from '@nestjs/common';
import { keyOf, type TemplateValue } from '../domain/template/template-value.js';
import type { ProductQueryConfig } from '../product-query.config.js';

const SEALED: ReadonlySet<string> = new Set(
  TEMPLATES.flatMap((template) =>
    sealedFieldsOf(template).map((field) => keyOf({ dataset: template.slug, field })),
  ),
);

/** The column of the secrets, for key rotation. */
export const SEALED_TEMPLATE_VALUES: readonly SealedColumn[] = TEMPLATES.flatMap((template) =>
  sealedFieldsOf(template).map((field) => ({
    table: 'template_value',
    column: 'value',
    where: `dataset = '${template.slug}' and field = '${field}'`,
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
  readonly open = (value: TemplateValue): unknown =>
    SEALED.has(keyOf(value)) ? this.sealer.open(String(value.value)) : value.value;
}

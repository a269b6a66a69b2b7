import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import type { TSchema } from 'typebox';
import { LIST_ORDERS, type ListOrder } from '../shapes/named-values.js';
import { QueryInteger } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';

/** A page of a list in the order of creation: the items after `cursor`, or the first page. */
export class CursorQuery {
  @IsOptional()
  @QueryInteger({ min: 1, max: 100 })
  readonly limit: number = 100;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly cursor?: string;
}

/** The same of a list in the order of creation or its reverse. */
export class OrderedCursorQuery extends CursorQuery {
  @IsOptional()
  @IsIn(LIST_ORDERS)
  readonly order: ListOrder = 'oldest_first';
}

/**
 * `next_cursor` continues after the page, also after an empty one, with items that are added later.
 */
export function pageOf<S extends TSchema>(title: string, item: S) {
  return wire.record(title, { data: wire.listOf(item), next_cursor: wire.text });
}

export const CURSOR_REFUSAL = ['invalid_cursor'] as const;

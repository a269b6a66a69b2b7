import { IsOptional, IsString, MaxLength } from 'class-validator';
import type { TSchema } from 'typebox';
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

/**
 * `next_cursor` continues after the page, also after an empty one, with items that are added later.
 */
export function pageOf<S extends TSchema>(title: string, item: S) {
  return wire.record(title, { data: wire.listOf(item), next_cursor: wire.text });
}

export const CURSOR_REFUSAL = ['invalid_cursor'] as const;

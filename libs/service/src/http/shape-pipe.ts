import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import type { RequestPart } from '@ndx/api';
import { validateShape, type ShapeClass } from '@ndx/api';

const PARTS: Partial<Record<ArgumentMetadata['type'], RequestPart>> = {
  body: 'body',
  query: 'query',
  param: 'path',
};

/** Types that Nest reports for a parameter that declares no class of its own. */
const PLAIN = new Set<unknown>([String, Number, Boolean, Array, Object, undefined]);

/** Validates every controller parameter that is typed by a class (422, contract 7.4). */
@Injectable()
export class ShapePipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    const part = PARTS[type];
    if (part === undefined || PLAIN.has(metatype)) return value;
    return validateShape(part, metatype as ShapeClass<object>, value === undefined ? {} : value);
  }
}

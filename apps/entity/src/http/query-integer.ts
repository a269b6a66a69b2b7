import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';

/** A query parameter that is an integer; a text that is none is left for `IsInt` to refuse. */
export function QueryInteger(range?: { readonly min: number; readonly max: number }) {
  return applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value,
    ),
    IsInt(),
    ...(range ? [Min(range.min), Max(range.max)] : []),
  );
}

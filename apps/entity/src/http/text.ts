import { applyDecorators } from '@nestjs/common';
import { IsNotEmpty, IsString, Matches, MaxLength } from 'class-validator';

/** A text of 1 to `maxLength` characters; Postgres stores no null character. */
export function Text(maxLength: number): PropertyDecorator {
  return applyDecorators(
    IsString(),
    IsNotEmpty(),
    MaxLength(maxLength),
    Matches(/^[^\u0000]*$/, { message: 'must not hold null characters' }),
  );
}

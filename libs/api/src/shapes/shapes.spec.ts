import 'reflect-metadata';
import { describe, expect, test } from '@jest/globals';
import { IsArray, IsOptional } from 'class-validator';
import {
  instantOf,
  IsDateTime,
  IsDay,
  Label,
  Omittable,
  QueryInteger,
  Storable,
  Text,
  Uuid,
} from './shapes.js';
import { validateShape } from './validate-shape.js';

const ID = '0192d3c0-0000-7000-8000-00000000abcd';

class Shape {
  @Omittable()
  @Uuid()
  readonly id?: string;

  @Omittable()
  @Uuid({ each: true })
  @IsArray()
  readonly ids?: string[];

  @Omittable()
  @Label()
  readonly label?: string;

  @Omittable()
  @Text(5)
  readonly text?: string;

  @Omittable()
  @QueryInteger({ min: 1, max: 100 })
  readonly limit?: number;

  @IsOptional()
  @IsDateTime()
  readonly at?: string | null;

  @Omittable()
  @IsDay()
  readonly day?: string;

  @Omittable()
  @Storable()
  readonly data?: unknown;
}

const read = (value: object) => validateShape('body', Shape, value);

describe('a request part', () => {
  test('is normalised: ids in lower case, labels without surrounding white space', () => {
    const shape = read({ id: ID.toUpperCase(), ids: [ID.toUpperCase()], label: '  Onboarding ' });
    expect(shape).toEqual({ id: ID, ids: [ID], label: 'Onboarding' });
  });

  test('has its query integers parsed', () => {
    expect(read({ limit: '20' }).limit).toBe(20);
  });

  test('is otherwise unchanged', () => {
    const sent = {
      text: ' Abc ',
      at: '2026-01-15T08:30:00+02:00',
      day: '2024-02-29',
      data: [{ a: 1 }],
    };
    expect(read(sent)).toEqual(sent);
    expect(read({ at: null })).toEqual({ at: null });
  });

  test.each([
    [{ id: null }, 'body -> id: must be a UUID'],
    [{ id: 'x' }, 'body -> id: must be a UUID'],
    [{ ids: ID }, 'body -> ids: must be an array'],
    [{ ids: [ID, 7] }, 'body -> ids -> 1: must be a UUID'],
    [{ label: '   ' }, 'body -> label: should not be empty'],
    [{ label: 7 }, 'body -> label: must be a string'],
    [{ label: 'x'.repeat(201) }, 'body -> label: must be shorter than or equal to 200 characters'],
    [{ text: '' }, 'body -> text: should not be empty'],
    [{ text: 'sixsix' }, 'body -> text: must be shorter than or equal to 5 characters'],
    [{ text: 'a\0' }, 'body -> text: must not hold null characters or unpaired surrogates'],
    [{ limit: '0' }, 'body -> limit: must not be less than 1'],
    [{ limit: '101' }, 'body -> limit: must not be greater than 100'],
    [{ limit: '1.5' }, 'body -> limit: must be an integer number'],
    [{ at: '2026-01-15' }, 'body -> at: must be an ISO 8601 date-time'],
    [{ at: '2026-02-30T00:00:00Z' }, 'body -> at: must be an ISO 8601 date-time'],
    [{ day: '2025-02-29' }, 'body -> day: must be a date (YYYY-MM-DD)'],
    [{ day: 20_250_228 }, 'body -> day: must be a date (YYYY-MM-DD)'],
    [
      { data: { a: ['\ud83d'] } },
      'body -> data: must not hold null characters or unpaired surrogates',
    ],
  ])('with %j is rejected', (value, detail) => {
    expect(() => read(value)).toThrow(new Error(detail));
  });

  test('has its date-times parsed as instants, in UTC without an offset', () => {
    expect(instantOf('2026-01-15T08:30:00+02:00')).toEqual(new Date('2026-01-15T06:30:00Z'));
    expect(instantOf('2026-01-15T08:30')).toEqual(new Date('2026-01-15T08:30:00Z'));
  });
});

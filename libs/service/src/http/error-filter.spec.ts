import { conflict, DomainError } from '@ndx/contracts';
import { NotFoundException } from '@nestjs/common';
import { describe, expect, test } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { answerFor } from './error-filter.js';
import { RequestShapeError } from '@ndx/api';

const envelope = (error_code: string, reason: string, detail: unknown = expect.any(String)) => ({
  detail,
  error_code,
  reason,
  request_id: 'r-1',
});

describe('the response to an error', () => {
  test('of the domain is the envelope with the status of its code', () => {
    expect(answerFor(conflict('already_exists', 'it exists'), 'r-1')).toEqual({
      status: 409,
      body: envelope('RESOURCE_CONFLICT', 'already_exists', 'it exists'),
    });
  });

  test('of the shape has the short body', () => {
    expect(
      answerFor(new RequestShapeError('query', ['limit'], 'must be an integer'), 'r-1'),
    ).toEqual({
      status: 422,
      body: { detail: 'query -> limit: must be an integer' },
    });
  });

  test('that validated several items lists them', () => {
    const error = new DomainError('invalid_value', 'two faults', {
      errors: [{ detail: 'a' }, { detail: 'b' }],
    });
    expect(answerFor(error, 'r-1').body).toMatchObject({
      errors: [{ detail: 'a' }, { detail: 'b' }],
    });
  });

  test('of a unique index is a conflict', () => {
    const driver = Object.assign(new Error('duplicate key'), { code: '23505' });
    expect(answerFor(new QueryFailedError('insert', [], driver), 'r-1')).toEqual({
      status: 409,
      body: envelope('RESOURCE_CONFLICT', 'already_exists'),
    });
  });

  test('of an unknown path is a 404 envelope', () => {
    expect(answerFor(new NotFoundException('Cannot GET /x'), 'r-1')).toEqual({
      status: 404,
      body: envelope('RESOURCE_NOT_FOUND', 'unknown_path'),
    });
  });

  test('does not contain a secret of its message', () => {
    const secret = '123-45-6789';
    const errors = [
      new RequestShapeError('body', [secret], 'is not a known field'),
      new DomainError('unknown_field', `there is no field ${secret}`, {
        errors: [{ detail: `nor ${secret}` }],
      }),
    ];
    for (const error of errors) {
      expect(JSON.stringify(answerFor(error, 'r-1').body)).toMatch(/^((?!123-45-6789).)*$/);
    }
  });

  test('has a bounded size, whatever a text of an item has', () => {
    const long = 'k'.repeat(1_000_000);
    const errors = [{ path: long, detail: long }];
    const error = new DomainError('unknown_field', 'there is no such field', { errors });
    expect(JSON.stringify(answerFor(error, 'r-1').body).length).toBeLessThan(10_000);
  });

  test.each([new Error('password=hunter2'), 'text', undefined])(
    'that is unexpected (%s) shows no internals',
    (error) => {
      expect(answerFor(error, 'r-1')).toEqual({
        status: 500,
        body: envelope('INTERNAL_ERROR', 'internal_error', 'an unexpected error occurred'),
      });
    },
  );
});

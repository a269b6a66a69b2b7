import { expect, test } from '@jest/globals';
import { describeError } from './describe-error.js';

test('the error of a dead letter includes the failure and its cause, without secrets of the event', () => {
  const cause = new SyntaxError('Unexpected token in {"social_security_number": 123456789');
  const text = describeError(new Error('not read: ana@mail.example.com', { cause }));
  expect(text).toBe(
    'Error: not read: [hidden]; SyntaxError: Unexpected token in {"social_security_number": [hidden]',
  );
});

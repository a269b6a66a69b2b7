import { describe, expect, test } from '@jest/globals';
import { accountName, userNameIn } from './user-name.js';

const GENERATED = '5f0f4f1e-6f43-4d0b-9a53-0b9df5f7a3c1';
const EMAIL = 'jordan.avery@bank.example.com';

describe('a user whose subject is a generated id', () => {
  test.each([
    [{ name: 'Jordan Avery', preferred_username: 'javery', email: EMAIL }, 'Jordan Avery'],
    [{ name: ' ', preferred_username: 'javery', email: EMAIL }, 'javery'],
    [{ email: EMAIL }, EMAIL],
    [{}, GENERATED],
  ])('with the claims %j is %s in the account menu', (claims, name) => {
    expect(userNameIn({ ...claims, sub: GENERATED })).toBe(name);
  });

  test.each([
    [EMAIL, EMAIL],
    [null, GENERATED],
  ])('with the email %s of the account is %s to others', (email, name) => {
    expect(accountName({ email, subject: GENERATED })).toBe(name);
  });
});

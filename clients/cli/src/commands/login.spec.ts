import { expect, test } from '@jest/globals';
import { login } from './login.js';

test.each([
  ['--form', 'client_secret'],
  ['--form', 'password'],
  ['--param', 'client_secret'],
])('%s refuses a %s, does not repeat it, and names --key', async (option, name) => {
  const args = ['--token-url', 'http://127.0.0.1:1/token', option, `${name}=hunter2`];
  await expect(login.parseAsync(args, { from: 'user' })).rejects.toMatchObject({
    errorClass: 'usage',
    message: `${name} in an argument can be read by other users of the machine`,
    hint: expect.stringContaining('--key'),
  });
});

import { describe, expect, test } from '@jest/globals';
import { ConfigurationError, loadConfig, takesOf } from '@ndx/config';
import { sealingKeys } from './sealing-keys.js';

const KEY = Buffer.alloc(32, 'k').toString('base64');
const kind = sealingKeys({ desc: '' });
const load = (value: string) => loadConfig('a process', { IT: kind }, { IT: value });

describe('a variable that is a list of sealing keys', () => {
  test('accepts valid lists', () => {
    for (const value of [`a:${KEY}`, `a:${KEY},b:${KEY}`]) expect(() => load(value)).not.toThrow();
  });

  test('rejects everything else, with a message that has the format and not the value', () => {
    const reported = takesOf(kind);
    expect(reported).not.toBe('');
    for (const value of ['', KEY, `a:${KEY.slice(4)}`, `a:${KEY},a:${KEY}`, `${KEY}:a`]) {
      const fault = new ConfigurationError('a process', [
        `IT: is not valid: it takes ${reported} ()`,
      ]);
      expect(() => load(value)).toThrow(fault);
    }
  });
});

import { describe, expect, test } from '@jest/globals';
import { newId, stableId } from './ids.js';

describe('a new id', () => {
  test('is a unique UUID of version 7', () => {
    const ids = Array.from({ length: 1_000 }, newId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
  });

  test('sorts after earlier ids', () => {
    const ids = Array.from({ length: 1_000 }, newId);
    expect([...ids].sort()).toEqual(ids);
  });
});

describe('a stable id', () => {
  test('is the same in every environment and release', () => {
    expect(stableId('product', 'kyb_certificate')).toBe('ea096894-dbd8-563c-89a9-f6c8c80310ef');
  });

  test('differs by kind and by name', () => {
    const ids = [stableId('a', 'b'), stableId('a', 'c'), stableId('b', 'b')];
    expect(new Set(ids).size).toBe(3);
  });
});

import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { fuzz } from '@ndx/testing';
import { bodyFault } from './request-bounds.js';

test('a body without a fault states each of its members once', async () => {
  await fuzz(
    (json) => {
      const body = parsed(json);
      const fault = faultOf(json);
      if (body === undefined) return;
      assert.notEqual(fault, 'malformed');
      const stated = json.replaceAll(/"(?:\\.|[^"\\])*"/g, '').split(':').length - 1;
      const isOwn = stated === membersOf(body) && !hasPrototype(body);
      assert.equal(fault === undefined, isOwn, String(fault));
    },
    { corpus: 'fuzz/bodies.json', sources: '/http/request-bounds' },
  );
});

/** Undefined for malformed JSON, and for more levels than a body may have. */
function parsed(json: string): unknown {
  try {
    const body: unknown = JSON.parse(json);
    return depthOf(body) > 100 ? undefined : body;
  } catch (error) {
    assert.ok(error instanceof SyntaxError);
    return undefined;
  }
}

function faultOf(json: string): string | undefined {
  try {
    return bodyFault(json)?.detail;
  } catch (error) {
    assert.ok(error instanceof SyntaxError);
    return 'malformed';
  }
}

function valuesOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...valuesOf(value).map(depthOf));
}

function membersOf(value: unknown): number {
  const own = Array.isArray(value) ? 0 : valuesOf(value).length;
  return valuesOf(value).reduce<number>((sum, member) => sum + membersOf(member), own);
}

function hasPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || valuesOf(value).some(hasPrototype);
}

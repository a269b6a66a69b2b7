import type { Asked, Lie } from './lying-proxy.js';

/** A falsified answer of one operation, and the report line that detects it. */
export interface DetectableLie extends Lie {
  /** A part of the failing row's text. */
  readonly detectedBy: RegExp;
}

export type Body = Readonly<Record<string, unknown>>;

/** The false members of an object; a member can be a change of each item of a list. */
export type Change = Body | ((body: Body, asked: Asked) => Body);

/** A change of each item of a list. */
class EachItem {
  constructor(readonly change: Change) {}
}

export const each = (change: Change) => new EachItem(change);

/** Falsifies the 200 of an operation: a method and a path as in the contract. */
export function lie(
  endpoint: string,
  name: string,
  detectedBy: RegExp,
  change: Change | EachItem,
): DetectableLie {
  return {
    name: `${endpoint} ${name}`,
    detectedBy,
    matches: matcherOf(endpoint),
    rewrite: (body, asked, status) => (status === 200 ? falsified(body, change, asked) : body),
  };
}

function falsified(value: unknown, change: Change | EachItem, asked: Asked): unknown {
  if (change instanceof EachItem) {
    if (!Array.isArray(value)) return value;
    return listOf(value).map((item) => falsified(item, change.change, asked));
  }
  const body = objectOf(value);
  const members = typeof change === 'function' ? change(body, asked) : change;
  const changed = Object.entries(members).map(([name, member]) => [
    name,
    member instanceof EachItem ? falsified(body[name], member, asked) : member,
  ]);
  return { ...body, ...(Object.fromEntries(changed) as Body) };
}

/** `{x}` matches an id, or one of the two kinds of consent. */
function matcherOf(endpoint: string): Lie['matches'] {
  const pattern = endpoint
    .replaceAll('{kind}', '(consumer|business)')
    .replaceAll('{id}', '[0-9a-f-]{36}');
  const expression = new RegExp(`^${pattern}$`);
  return (method, path) => expression.test(`${method} ${path}`);
}

/** 12 months later, and some hours. */
export function laterThan(from: unknown, hours: number): string {
  const later = new Date(String(from));
  later.setUTCFullYear(later.getUTCFullYear() + 1);
  later.setUTCHours(later.getUTCHours() + hours);
  return later.toISOString();
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

export function objectOf(value: unknown): Body {
  return typeof value === 'object' && value !== null ? (value as Body) : {};
}

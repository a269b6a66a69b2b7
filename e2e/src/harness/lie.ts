import type { Asked, Lie } from './lying-proxy.js';

/** A falsified answer of one operation, and the report line that detects it. */
export interface DetectableLie extends Lie {
  /** Method and path as in the contract. */
  readonly endpoint: string;
  /** A part of the failing row's text. */
  readonly detectedBy: RegExp;
}

export type Body = Readonly<Record<string, unknown>>;

export function lie(
  endpoint: string,
  name: string,
  detectedBy: RegExp,
  rewrite: (body: Body, asked: Asked) => unknown,
): DetectableLie {
  return {
    endpoint,
    name: `${endpoint} ${name}`,
    detectedBy,
    matches: matcherOf(endpoint),
    rewrite: (body, asked, status) => (status === 200 ? rewrite(objectOf(body), asked) : body),
  };
}

/** Falsifies each item of a list. */
export function ofItems(
  endpoint: string,
  name: string,
  detectedBy: RegExp,
  change: (item: Body) => Body,
): DetectableLie {
  return {
    ...lie(endpoint, name, detectedBy, (body) => body),
    rewrite: (body) =>
      Array.isArray(body) ? mapped(body, (item) => ({ ...item, ...change(item) })) : body,
  };
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

export function mapped(list: unknown, change: (item: Body) => unknown): readonly unknown[] {
  return listOf(list).map((item) => change(objectOf(item)));
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

export function objectOf(value: unknown): Body {
  return typeof value === 'object' && value !== null ? (value as Body) : {};
}

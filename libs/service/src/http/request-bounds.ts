import { RequestShapeError } from '@ndx/api';

/**
 * Deeper than any request of the interface, and far below the depth at which recursion overflows
 * the stack.
 */
const MAX_DEPTH = 100;

/** More than any request of the interface has: members of objects and items of lists, in all. */
const MAX_MEMBERS = 50_000;

/** More parameters than any operation declares. */
const MAX_PARAMETERS = 100;

/** An object or a list that is open at a place of the text. */
interface Level {
  /** The names of the object's members so far; undefined in a list. */
  readonly names: Set<string> | undefined;
  /** The member or item at the place. */
  step: string | number;
}

/**
 * Why a body is not parsed (decisions 0067, 0069): its size in parts, or a name that `JSON.parse`
 * would resolve silently. Undefined for one that may be parsed.
 * @throws SyntaxError for a malformed name
 */
export function bodyFault(json: string, maxMembers = MAX_MEMBERS): RequestShapeError | undefined {
  const levels: Level[] = [];
  let level: Level | undefined;
  let members = 0;
  let isName = false;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '"': {
        const end = endOfText(json, at);
        const message = isName && level ? nameFault(level, json.slice(at, end + 1)) : undefined;
        if (message !== undefined) return fault(message, levels);
        isName = false;
        at = end;
        break;
      }
      case '[':
      case '{':
        isName = json[at] === '{';
        level = { names: isName ? new Set() : undefined, step: 0 };
        levels.push(level);
        members += 1;
        if (levels.length > MAX_DEPTH)
          return fault(`must not be nested deeper than ${MAX_DEPTH} levels`);
        break;
      case ']':
      case '}':
        levels.pop();
        level = levels.at(-1);
        isName = false;
        break;
      case ',':
        members += 1;
        isName = level?.names !== undefined;
        if (typeof level?.step === 'number') level.step += 1;
        break;
      default:
        break;
    }
    if (members > maxMembers)
      return fault(`must not have more than ${maxMembers} members and items`);
  }
  return undefined;
}

/** Why a query is not read; undefined for one within the bounds. */
export function queryFault(url: string): RequestShapeError | undefined {
  let parameters = 0;
  for (let at = url.indexOf('?'); at !== -1; at = url.indexOf('&', at + 1)) {
    parameters += 1;
    if (parameters > MAX_PARAMETERS) {
      return new RequestShapeError(
        'query',
        [],
        `must not have more than ${MAX_PARAMETERS} parameters`,
      );
    }
  }
  return undefined;
}

function fault(message: string, levels: readonly Level[] = []): RequestShapeError {
  return new RequestShapeError(
    'body',
    levels.map(({ step }) => String(step)),
    message,
  );
}

/** Adds a member's name, as written with its quotes, to its object. */
function nameFault(level: Level, written: string): string | undefined {
  const name = written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1);
  level.step = name;
  // Code that copies members one by one would set the prototype of the copy.
  if (name === '__proto__') return 'is not a known field';
  if (level.names?.has(name)) return 'must not be given twice';
  level.names?.add(name);
  return undefined;
}

/** The index of the quote that ends a text: the next one after an even number of backslashes. */
function endOfText(json: string, from: number): number {
  let end = json.indexOf('"', from + 1);
  while (end !== -1 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end === -1 ? json.length : end;
}

function isEscaped(json: string, quote: number): boolean {
  let before = quote - 1;
  while (json[before] === '\\') before -= 1;
  return (quote - before) % 2 === 0;
}

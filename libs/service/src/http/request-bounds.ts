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

/** Why a body is not parsed (decision 0067); undefined for one within the bounds. */
export function bodyFault(json: string, maxMembers = MAX_MEMBERS): RequestShapeError | undefined {
  // Each level and each member takes two characters, so most bodies need no check.
  if (json.length <= 2 * MAX_DEPTH) return undefined;
  let [depth, members] = [0, 0];
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '"':
        at = endOfText(json, at);
        break;
      case '[':
      case '{':
        depth += 1;
        members += 1;
        if (depth > MAX_DEPTH) return fault(`must not be nested deeper than ${MAX_DEPTH} levels`);
        break;
      case ']':
      case '}':
        depth -= 1;
        break;
      case ',':
        members += 1;
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

function fault(message: string): RequestShapeError {
  return new RequestShapeError('body', [], message);
}

/** The index of the quote that ends a text: the next one that is not escaped. */
function endOfText(json: string, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}

import { canonicalJson } from '@ndx/proof';

/** The contents of members by path: a text as it is, or an object to write as JSON. */
export type Contents = Readonly<Record<string, object | string>>;

/** The texts of members. */
export function textsOf(contents: Contents): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(contents).map(([path, content]) => [
      path,
      typeof content === 'string' ? content : canonicalJson(content),
    ]),
  );
}

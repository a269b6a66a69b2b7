import { breakingChanges, surfaceOf, type Surface } from '@ndx/openapi';

/** The document lacks a part of the last release on which clients depend. */
export class BrokenInterface extends Error {
  constructor(changes: readonly string[]) {
    super(
      `The HTTP interface would break clients of the last release:\n${changes.map((change) => `  ${change}\n`).join('')}` +
        'A breaking change is released as the next version of the interface (docs/versioning.md).',
    );
  }
}

/** @throws BrokenInterface when the document breaks clients of the release, if there is one */
export function requireReleasedInterface(released: Surface | undefined, document: string): void {
  if (!released) return;
  const surface = surfaceOf(JSON.parse(document) as Readonly<Record<string, unknown>>);
  const changes = breakingChanges(released, surface);
  if (changes.length > 0) throw new BrokenInterface(changes);
}

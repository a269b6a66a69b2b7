import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { format, resolveConfig } from 'prettier';
import { StaleDocument } from './stale-document.js';

/** A committed document that a command writes. */
export interface GeneratedDocument {
  /** Its path in the repository. */
  readonly path: string;
  readonly text: string;
  /** The command that writes it. */
  readonly command: string;
}

/**
 * Writes the document, or only compares it.
 * @throws StaleDocument when the committed one is another
 */
export function writeOrCheck({ path, text, command }: GeneratedDocument, check: boolean): void {
  const file = join(projectRoot(), path);
  if (!check) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) throw new StaleDocument(path, command);
}

/** The text as the formatter of the repository writes it. */
export async function formatted(path: string, text: string): Promise<string> {
  const filepath = join(projectRoot(), path);
  return format(text, { ...(await resolveConfig(filepath)), filepath });
}

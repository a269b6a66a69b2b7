import { InvalidRelianceFile } from './invalid-file.js';
import { sha256Hex } from './manifest.js';
import { openRelianceFile, type KnownKeys, type OpenedFile } from './open-file.js';
import { runAssembly } from './run-assembly.js';

export interface VerifiedFile extends OpenedFile {
  /** The digest of the module that assembled the answer again; undefined in a file without one. */
  readonly assembly: string | undefined;
}

/**
 * Verifies a reliance file, and assembles its answer again from the decision and the records in it.
 * @throws InvalidRelianceFile with the first fault; CannotIsolate
 */
export async function verifyRelianceFile(
  bytes: Uint8Array,
  known: KnownKeys = {},
): Promise<VerifiedFile> {
  const file = openRelianceFile(bytes, known);
  const source = file.members.get('assembly.mjs');
  if (!source) return { ...file, assembly: undefined };
  const texts = [...file.members].flatMap(([path, content]) =>
    path.endsWith('.json') && path !== 'answer.json' ? [[path, content.toString()] as const] : [],
  );
  const answer = await runAssembly(source.toString(), Object.fromEntries(texts));
  if (answer !== (file.members.get('answer.json')?.toString() ?? null)) {
    throw new InvalidRelianceFile('answer_differs', 'answer.json');
  }
  return { ...file, assembly: sha256Hex(source) };
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@ndx/contracts';
import { LocalInfraError } from '@ndx/local-infra';
import { format, resolveConfig } from 'prettier';
import { parse, parseDocument, type Document } from 'yaml';

const VERSION_LABEL = 'app.kubernetes.io/version';

const VERSION = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** An image as `docker image inspect --format '{{index .RepoDigests 0}}'` prints it. */
const REFERENCE = /^(.+)\/([a-z-]+)@(sha256:[0-9a-f]{64})$/;

/**
 * Sets the version of an environment, and for each service the digest of the pushed image.
 * @param folder of the environment
 * @param version a tag of every image, a label and a part of the name of a Job
 * @throws LocalInfraError unless the references are one image of each service in its registry
 */
export async function pinImages(
  folder: string,
  version: string,
  references: readonly string[],
): Promise<void> {
  if (!VERSION.test(version)) throw new LocalInfraError(`${version} is not a version.`);
  const settings = join(folder, 'kustomization.yaml');
  const registry = registryOf(readFileSync(settings, 'utf8'));
  const digests = new Map(references.map((reference) => digestOf(reference, registry)));
  const missing = SERVICE_NAMES.filter((name) => !digests.has(name));
  if (missing.length > 0 || references.length !== SERVICE_NAMES.length) {
    throw new LocalInfraError(
      `Name one image of each service, and no other. Missing: ${missing.join(', ') || 'none'}.`,
    );
  }
  const images = SERVICE_NAMES.map((name) => ({
    ...{ name: `${registry}/${name}`, newTag: version, digest: digests.get(name) },
  }));
  await change(join(folder, 'images', 'kustomization.yaml'), (document) => {
    document.set('images', document.createNode(images));
  });
  await change(settings, (document) => {
    document.setIn(['labels', 0, 'pairs', VERSION_LABEL], version);
  });
}

function digestOf(reference: string, registry: string): [service: string, digest: string] {
  const [, where = '', service = '', digest = ''] = REFERENCE.exec(reference) ?? [];
  if (where === registry) return [service, digest];
  throw new LocalInfraError(`${reference} is not ${registry}/<service>@sha256:<digest>.`);
}

/** The image registry of an environment, from the annotations of its settings. */
function registryOf(settings: string): string {
  const { patches } = parse(settings) as { readonly patches: readonly { patch: string }[] };
  const values = patches
    .flatMap(({ patch }) => parse(patch) as readonly { readonly value: unknown }[])
    .map(({ value }) => value);
  const annotated = values.find(
    (value) => typeof value === 'object' && value !== null && 'exchange/registry' in value,
  );
  return String((annotated as Record<string, unknown> | undefined)?.['exchange/registry']);
}

async function change(file: string, edit: (document: Document) => void): Promise<void> {
  const document = parseDocument(readFileSync(file, 'utf8'));
  edit(document);
  const text = document.toString({ lineWidth: 0 });
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
}

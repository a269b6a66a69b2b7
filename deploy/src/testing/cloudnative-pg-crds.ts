import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { parse } from 'yaml';

/** The module of the operator in the Go proxy. */
const OPERATOR = 'github.com/cloudnative-pg/cloudnative-pg@v1.29.0';

interface Definition {
  readonly spec: {
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly schema: { readonly openAPIV3Schema: object } }[];
  };
}

/** Validators of the operator's resources by their kind; an unknown member is a fault. */
export function cloudNativePgSchemas(): ReadonlyMap<string, ValidateFunction> {
  // Outside of a module, so that nothing is added to one.
  const printed = execFileSync('go', ['mod', 'download', '-json', OPERATOR], { cwd: tmpdir() });
  const { Dir } = JSON.parse(printed.toString()) as { readonly Dir: string };
  const folder = join(Dir, 'config', 'crd', 'bases');
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  return new Map(
    readdirSync(folder).map((file) => {
      const { spec } = parse(readFileSync(join(folder, file), 'utf8')) as Definition;
      const [schema] = spec.versions.map(({ schema: { openAPIV3Schema } }) => openAPIV3Schema);
      return [spec.names.kind, ajv.compile(Object(closed(schema)) as object)] as const;
    }),
  );
}

/** The schema without further members, as an API server with strict validation applies it. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([name, one]) => [name, closed(one)]));
  const isClosed =
    copy['type'] === 'object' &&
    'properties' in copy &&
    !('x-kubernetes-preserve-unknown-fields' in copy);
  return isClosed ? { additionalProperties: false, ...copy } : copy;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';

/** An operation of the OpenAPI document, as far as a request to it needs it. */
export interface InterfaceOperation {
  readonly method: string;
  readonly path: string;
  /** Names of its parameters. */
  readonly query: readonly string[];
  readonly headers: readonly string[];
  /** An example of its body; undefined where it takes none. */
  readonly body: object | undefined;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface Reference {
  readonly $ref: string;
}

interface Content {
  readonly example?: object;
  readonly examples?: Readonly<Record<string, { readonly value: object }>>;
}

interface DocumentedOperation {
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Readonly<Record<'application/json', Content>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly parameters?: Readonly<Record<string, Parameter>> };
}

/** Every operation of the committed OpenAPI document. */
export function interfaceOperations(): readonly InterfaceOperation[] {
  const file = join(projectRoot(), 'apps', 'gateway', 'openapi.json');
  const document = JSON.parse(readFileSync(file, 'utf8')) as Document;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const resolved = parameters.map((each) => parameterOf(document, each));
      const named = (place: string) =>
        resolved.filter((each) => each.in === place).map(({ name }) => name);
      const content = requestBody?.content['application/json'];
      return {
        method: method.toUpperCase(),
        path,
        query: named('query'),
        headers: named('header'),
        body: content && exampleOf(content),
      };
    }),
  );
}

function parameterOf({ components }: Document, parameter: Parameter | Reference): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const name = parameter.$ref.split('/').at(-1) ?? '';
  const found = components.parameters?.[name];
  if (!found) throw new Error(`the document has no parameter ${name}`);
  return found;
}

function exampleOf({ example, examples = {} }: Content): object {
  return example ?? Object.values(examples)[0]?.value ?? {};
}

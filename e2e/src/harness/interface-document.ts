import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** An operation as the document declares it, its references resolved. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: JsonSchema | undefined;
  /** The schema of each status's body; undefined without a body. */
  readonly answers: Readonly<Record<string, JsonSchema | undefined>>;
  /** The reasons of errors by status: the names of its examples. */
  readonly reasons: Readonly<Record<string, readonly string[]>>;
  readonly examples: readonly { readonly schema: JsonSchema; readonly value: unknown }[];
}

interface Content {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface RawOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: BodyContent };
  readonly responses: Readonly<Record<string, { readonly content?: BodyContent }>>;
}

/** The content of a body by its one media type. */
type BodyContent = Readonly<Record<string, Content>>;

export const DOCUMENT_FILE = join(projectRoot(), 'apps', 'gateway', 'openapi.json');

/** The OpenAPI document, which checks responses against its declarations. */
export class InterfaceDocument {
  private static committed: Promise<InterfaceDocument> | undefined;
  private known: readonly Operation[] | undefined;
  /** By reference, so that each schema is compiled once. */
  private readonly referenced = new Map<string, unknown>();
  private readonly validators = new Map<JsonSchema, ValidateFunction>();
  private readonly ajv = addFormats.default(
    new Ajv2020({ strict: false, allErrors: false, validateFormats: true }),
  );

  private constructor(private readonly document: JsonSchema) {}

  static read(): Promise<InterfaceDocument> {
    this.committed ??= readFile(DOCUMENT_FILE, 'utf8').then(
      (text) => new InterfaceDocument(JSON.parse(text) as JsonSchema),
    );
    return this.committed;
  }

  get operations(): readonly Operation[] {
    this.known ??= this.resolved();
    return this.known;
  }

  private resolved(): readonly Operation[] {
    const paths = this.document['paths'] as Readonly<
      Record<string, Readonly<Record<string, RawOperation>>>
    >;
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, raw]) => {
        const { parameters = [], requestBody, responses } = this.resolve(raw) as RawOperation;
        const contents = [requestBody, ...Object.values(responses)].flatMap((part) =>
          part?.content ? Object.values(part.content) : [],
        );
        return {
          method: method.toUpperCase(),
          path,
          parameters,
          body: contentOf(requestBody)?.schema,
          answers: Object.fromEntries(
            Object.entries(responses).map(([status, response]) => [
              status,
              contentOf(response)?.schema,
            ]),
          ),
          reasons: Object.fromEntries(
            Object.entries(responses).map(([status, response]) => [
              status,
              Object.keys(contentOf(response)?.examples ?? {}),
            ]),
          ),
          examples: contents.flatMap(examplesOf),
        };
      }),
    );
  }

  /** The fault of a response, or undefined: its status and its body must be declared. */
  faultOf({ answers, reasons }: Operation, status: number, body: unknown): string | undefined {
    if (!(status in answers)) return `status ${status} is not declared: ${JSON.stringify(body)}`;
    const schema = answers[status];
    if (!schema) return body === undefined ? undefined : `status ${status} declares no body`;
    const { reason } = (body ?? {}) as { readonly reason?: string };
    if (status >= 400 && reason !== undefined && !reasons[status]?.includes(reason))
      return `reason ${reason} is not declared: ${JSON.stringify(body)}`;
    return this.misfit(schema, body);
  }

  /** @throws when a response is not declared; paths outside the document are ignored */
  requireDeclared(method: string, path: string, status: number, body: unknown): void {
    const operation = this.operationAt(method, path);
    const fault = operation && this.faultOf(operation, status, body);
    if (fault !== undefined) throw new Error(`${method} ${path}: ${fault}`);
  }

  private operationAt(method: string, path: string): Operation | undefined {
    const asked = path.split(/[?#]/)[0]?.split('/') ?? [];
    const found = this.operations.filter(({ method: own, path: template }) => {
      const segments = template.split('/');
      return (
        own === method &&
        segments.length === asked.length &&
        segments.every((segment, index) => segment.startsWith('{') || segment === asked[index])
      );
    });
    // A path without parameters matches before a path with them (OpenAPI 3.1, Path Templating).
    return found.find(({ path: template }) => !template.includes('{')) ?? found[0];
  }

  /** The faults of an operation's examples. */
  exampleFaults({ method, path, examples }: Operation): string[] {
    return examples.flatMap(({ schema, value }) => {
      const fault = this.misfit(schema, value);
      return fault === undefined ? [] : [`${method} ${path}: ${fault}`];
    });
  }

  private misfit(schema: JsonSchema, value: unknown): string | undefined {
    const validate = this.validators.get(schema) ?? this.ajv.compile(closed(schema) as object);
    this.validators.set(schema, validate);
    if (validate(value)) return undefined;
    return `${this.ajv.errorsText(validate.errors)}: ${JSON.stringify(value)}`;
  }

  /** Resolves all references; no schema of the document is recursive. */
  private resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.resolve(item));
    if (typeof value !== 'object' || value === null) return value;
    if ('$ref' in value) {
      const target = this.target(String(value.$ref));
      // Of a parameter, whose schema is shared.
      return 'examples' in value ? { ...Object(target), examples: value.examples } : target;
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, this.resolve(member)]),
    );
  }

  private target(reference: string): unknown {
    const steps = reference.replace(/^#\//, '').split('/');
    const found = steps.reduce<unknown>(
      (place, step) => (place as JsonSchema)[step],
      this.document,
    );
    const target = this.referenced.get(reference) ?? this.resolve(found);
    this.referenced.set(reference, target);
    return target;
  }
}

function contentOf(part: { readonly content?: BodyContent } | undefined): Content | undefined {
  return Object.values(part?.content ?? {})[0];
}

function examplesOf({ schema, example, examples = {} }: Content): Operation['examples'] {
  const values = [example, ...Object.values(examples).map(({ value }) => value)];
  return values.filter((value) => value !== undefined).map((value) => ({ schema, value }));
}

/** The schema with all objects closed, so that undeclared members are faults. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => [key, closed(member)] as const);
  const isOpen = 'properties' in value && !('additionalProperties' in value);
  return { ...Object.fromEntries(members), ...(isOpen && { additionalProperties: false }) };
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { OPERATIONS, readHealth, readVersion, type PublicOperation } from '@ndx/api';
import { SERVICES, STATEFUL_SERVICE_NAMES, type ServiceName } from '@ndx/contracts';
import { projectRoot } from '@ndx/local-infra';
import { openApiDocument, type PublicRoute } from '@ndx/openapi';
import { definitionOf } from '@ndx/service';
import { format, resolveConfig } from 'prettier';

type Class = Parameters<typeof definitionOf>[0];

/** Where the gateway finds the document that it serves. */
export const documentPath = join(projectRoot(), 'apps', 'gateway', 'openapi.json');

/** What the gateway answers itself, to anyone (contract 4.6). */
const OPEN_ROUTES: readonly PublicRoute[] = [readHealth, readVersion].map((operation) => ({
  operation,
  method: operation.method,
  path: operation.path,
  tag: SERVICES.gateway.title,
  permission: undefined,
}));

/** The OpenAPI document of the system as it is built, as it is committed. */
export async function documentText(): Promise<string> {
  const { ROUTES } = await built<{
    readonly ROUTES: readonly (Omit<PublicRoute, 'tag'> & { readonly service: ServiceName })[];
  }>('gateway', 'routing/routes.js');
  const services = await Promise.all(STATEFUL_SERVICE_NAMES.map(controllersOf));
  const { version, description } = JSON.parse(
    await readFile(join(projectRoot(), 'package.json'), 'utf8'),
  ) as { readonly version: string; readonly description: string };
  const document = openApiDocument({
    title: 'Network data exchange',
    version,
    description,
    routes: [...OPEN_ROUTES, ...ROUTES.map(described)],
    controllers: services.flat(),
  });
  const style = await resolveConfig(documentPath);
  return format(JSON.stringify(document), { ...style, parser: 'json' });
}

function described(
  route: Omit<PublicRoute, 'tag'> & { readonly service: ServiceName },
): PublicRoute {
  const operation = OPERATIONS.filter(({ visibility }) => visibility === 'public').find(
    ({ method, path }) => method === route.method && path === route.path,
  );
  return {
    ...route,
    tag: SERVICES[route.service].title,
    operation: operation as PublicOperation | undefined,
  };
}

/** The controllers that a service's table of contents names. */
async function controllersOf(service: ServiceName): Promise<readonly Class[]> {
  const contents = await built<Record<string, Class>>(service, `${service}.module.js`);
  return Object.values(contents).flatMap((module) => definitionOf(module).http);
}

/** A module of an app as it is built: no package imports an app, and this tool runs beside them all. */
async function built<M>(service: ServiceName, file: string): Promise<M> {
  const path = join(projectRoot(), 'apps', service, 'dist', file);
  return (await import(pathToFileURL(path).href)) as M;
}

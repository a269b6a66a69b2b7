import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { CONSOLE_BUILD } from '../served-files.js';
import { ASSET_HEADERS } from './asset-headers.js';
import { pagePolicy } from './page-policy.js';

/** The path of the console; its build has the same base. */
const PAGE = '/console';

/** The address of the logo of the deployment. */
const LOGO = `${PAGE}/logo`;

const LOGO_TYPES: ReadonlyMap<string, string> = new Map([
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
]);

/** The service worker of the console; its scope is the folder that it is served from. */
const SESSION_KEEPER = 'session-keeper.js';

export interface ConsoleSettings {
  /** The identity provider at which users sign in, and the id of the console there. */
  readonly issuer: string;
  readonly clientId: string;
  /** The scopes that it requests; empty for its own default. */
  readonly scope?: string;
  /** The metrics dashboard that the console links to; empty for none. */
  readonly dashboardUrl?: string;
  /** The address of the log lines of a request, with `{request_id}`; empty for none. */
  readonly logsUrl?: string;
  /** The name of the deployment. */
  readonly name?: string;
  /** The path of its logo, an SVG or PNG file; empty for the logo of the console. */
  readonly logoFile?: string;
  /** The folder of its build. */
  readonly folder?: string;
}

/**
 * Serves the web console to anyone; its users sign in at the identity provider. Every path below
 * `/console` is the page, which shows the view of the path.
 * @throws Error when the console is not built
 */
export async function serveConsole(
  fastify: FastifyInstance,
  { folder = CONSOLE_BUILD, ...given }: ConsoleSettings,
): Promise<void> {
  const logo = await readLogo(given.logoFile);
  const settings = settingsOf(given, logo !== undefined);
  const page = withSettings(await readPage(folder), settings);
  const keeper = await readFile(`${folder}/${SESSION_KEEPER}`, 'utf8');
  const headers = pageHeaders(given.issuer);
  await fastify.register(async (routes) => {
    await routes.register(fastifyStatic, {
      root: `${folder}/assets`,
      prefix: `${PAGE}/assets/`,
      index: false,
      cacheControl: false,
      dotfiles: 'ignore',
      preCompressed: true,
      setHeaders: (reply) => {
        void reply.headers(ASSET_HEADERS);
      },
    });
    routes.get(`${PAGE}/config.json`, (_request, reply) => reply.send(settings));
    routes.get(`${PAGE}/${SESSION_KEEPER}`, (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(keeper),
    );
    if (logo) {
      routes.get(LOGO, (_request, reply) => reply.type(logo.type).send(logo.content));
    }
    routes.get(PAGE, (_request, reply) => reply.redirect(`${PAGE}/`, 308));
    routes.get(`${PAGE}/*`, (_request, reply) =>
      reply.headers(headers).type('text/html; charset=utf-8').send(page),
    );
  });
}

function settingsOf(
  { issuer, clientId, scope, dashboardUrl, logsUrl, name }: ConsoleSettings,
  hasLogo: boolean,
) {
  return {
    authority: issuer,
    client_id: clientId,
    ...(scope && { scope }),
    ...(dashboardUrl && { dashboard_url: dashboardUrl }),
    ...(logsUrl && { logs_url: logsUrl }),
    ...(name && { name }),
    ...(hasLogo && { logo_url: LOGO }),
  };
}

interface Logo {
  readonly type: string;
  readonly content: Buffer;
}

/** @throws Error when it cannot be read, or is no SVG or PNG file */
async function readLogo(path = ''): Promise<Logo | undefined> {
  if (path === '') return undefined;
  const type = LOGO_TYPES.get(extname(path));
  if (type === undefined) throw new Error(`CONSOLE_LOGO_FILE is no .svg or .png file: ${path}`);
  return { type, content: await readFile(path) };
}

/** The page with the settings in its head, which saves browsers the request for them. */
function withSettings(page: string, settings: object): string {
  const content = JSON.stringify(settings)
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;');
  const meta = `<meta name="console-config" content="${content}" />`;
  return page.replace('</title>', () => `</title>${meta}`);
}

async function readPage(folder: string): Promise<string> {
  try {
    return await readFile(`${folder}/index.html`, 'utf8');
  } catch (cause) {
    const remedy = 'run `npm run build -w apps/console`, or set CONSOLE_ENABLED=false';
    throw new Error(`the web console is not built: ${remedy}`, { cause });
  }
}

function pageHeaders(issuer: string) {
  return {
    'content-security-policy': pagePolicy(new URL(issuer).origin),
    'cross-origin-opener-policy': 'same-origin',
  };
}

import { readFile } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { CONSOLE_BUILD } from '../served-files.js';
import { ASSET_HEADERS } from './asset-headers.js';
import { pagePolicy } from './page-policy.js';

/** The path of the console; its build has the same base. */
const PAGE = '/console';

export interface ConsoleSettings {
  /** The identity provider at which users sign in, and the id of the console there. */
  readonly issuer: string;
  readonly clientId: string;
  /** The scopes that it requests; empty for its own default. */
  readonly scope?: string;
  /** The metrics dashboard that the console links to; empty for none. */
  readonly dashboardUrl?: string;
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
  { issuer, clientId, scope = '', dashboardUrl = '', folder = CONSOLE_BUILD }: ConsoleSettings,
): Promise<void> {
  const page = await readPage(folder);
  const headers = pageHeaders(issuer);
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
    routes.get(`${PAGE}/config.json`, (_request, reply) =>
      reply.send({
        authority: issuer,
        client_id: clientId,
        ...(scope !== '' && { scope }),
        ...(dashboardUrl !== '' && { dashboard_url: dashboardUrl }),
      }),
    );
    routes.get(PAGE, (_request, reply) => reply.redirect(`${PAGE}/`, 308));
    routes.get(`${PAGE}/*`, (_request, reply) =>
      reply.headers(headers).type('text/html; charset=utf-8').send(page),
    );
  });
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

import { DRAINABLE } from '@ndx/service';
import { NestLogger, type Logger } from '@ndx/telemetry';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { GatewayConfig } from '../gateway.config.js';
import { GatewayModule } from '../gateway.module.js';
import { readableUrl } from './readable-url.js';
import { refuseUnparsed } from './refuse-unparsed.js';

/**
 * Of the address and all headers: room for a token of 100 kB, which is for the authentication layer
 * to judge, and still within what every service takes.
 */
const MAX_HEADER_BYTES = 262_144;
/** Longer than a load balancer in front keeps an idle connection, so that it is the one to end it. */
const PUBLIC_KEEP_ALIVE_MS = 72_000;
/** How often it is looked for requests that take too long to arrive. */
const LONGEST_CHECK_INTERVAL_MS = 1_000;

/** A gateway that serves only the routes of its own state; it does not listen yet. */
export function createApp(config: GatewayConfig, logger: Logger): Promise<NestFastifyApplication> {
  return NestFactory.create<NestFastifyApplication>(
    GatewayModule.forRoot(config, logger),
    new FastifyAdapter({
      ...DRAINABLE,
      keepAliveTimeout: PUBLIC_KEEP_ALIVE_MS,
      bodyLimit: config.MAX_BODY_BYTES,
      // A request that dribbles in holds its connection no longer than this.
      requestTimeout: config.REQUEST_TIMEOUT_MS,
      http: {
        maxHeaderSize: MAX_HEADER_BYTES,
        // Checked with the rest of the framing, and refused in the shape of every error.
        requireHostHeader: false,
        headersTimeout: Math.ceil(config.REQUEST_TIMEOUT_MS / 3),
        connectionsCheckingInterval: Math.min(
          LONGEST_CHECK_INTERVAL_MS,
          config.REQUEST_TIMEOUT_MS / 3,
        ),
      },
      // As long as a request line may be: whether an id is one is for its service to say.
      routerOptions: { maxParamLength: MAX_HEADER_BYTES },
      clientErrorHandler: refuseUnparsed,
      rewriteUrl: (request: { readonly url?: string }) => readableUrl(request.url),
    }),
    { logger: new NestLogger(logger), abortOnError: false, bodyParser: false },
  );
}

import { DRAINABLE } from '@ndx/service';
import { NestLogger, type Logger } from '@ndx/telemetry';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { GatewayConfig } from '../gateway.config.js';
import { GatewayModule } from '../gateway.module.js';
import { readableUrl } from './readable-url.js';
import { refuseUnparsed } from './refuse-unparsed.js';

/**
 * Maximum size of the address and all headers: room for a token of 100 kB, and within the limits of
 * every service.
 */
const MAX_HEADER_BYTES = 262_144;
/**
 * Longer than a load balancer keeps an idle connection, so that the load balancer closes it first.
 */
const PUBLIC_KEEP_ALIVE_MS = 72_000;
/** Interval of the check for slow requests. */
const LONGEST_CHECK_INTERVAL_MS = 1_000;

/** A gateway with only its own routes; it does not listen yet. */
export function createApp(config: GatewayConfig, logger: Logger): Promise<NestFastifyApplication> {
  const headersTimeout = Math.ceil(config.REQUEST_TIMEOUT_MS / 3);
  return NestFactory.create<NestFastifyApplication>(
    GatewayModule.forRoot(config, logger),
    new FastifyAdapter({
      ...DRAINABLE,
      keepAliveTimeout: PUBLIC_KEEP_ALIVE_MS,
      trustProxy: config.TRUSTED_PROXIES,
      bodyLimit: config.MAX_BODY_BYTES,
      // Maximum duration of a slow request.
      requestTimeout: config.REQUEST_TIMEOUT_MS,
      http: {
        maxHeaderSize: MAX_HEADER_BYTES,
        // Checked with the rest of the framing, and rejected in the shape of every error.
        requireHostHeader: false,
        headersTimeout,
        connectionsCheckingInterval: Math.min(LONGEST_CHECK_INTERVAL_MS, headersTimeout),
      },
      // The maximum length of a request line: the service decides whether an id is valid.
      routerOptions: { maxParamLength: MAX_HEADER_BYTES },
      clientErrorHandler: refuseUnparsed,
      rewriteUrl: (request: { readonly url?: string }) => readableUrl(request.url),
    }),
    { logger: new NestLogger(logger), abortOnError: false, bodyParser: false },
  );
}

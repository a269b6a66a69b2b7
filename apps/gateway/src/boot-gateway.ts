import { warnOfUnverifiedDatabases } from '@ndx/config';
import { closeInOrder, LOGGER, Readiness, type Stoppable } from '@ndx/service';
import { Registry, type Logger } from '@ndx/telemetry';
import { assembleGateway } from './assemble-gateway.js';
import { gatewayVariables, loadGatewayConfig } from './gateway.config.js';
import { serveMetrics, type MetricsServer } from './metrics/metrics-server.js';

/** A running gateway; `close` finishes requests in flight and closes all resources. */
export interface RunningGateway extends Stoppable {
  readonly url: string;
  readonly eventLoopTimeoutMs: number;
  /** The address of `/metrics`; undefined when no port is configured. */
  readonly metricsUrl: string | undefined;
}

/**
 * Boots a gateway. It listens even while the identity provider is unreachable, and is ready once it
 * has read the keys.
 * @throws ConfigurationError when a variable is missing or malformed, or an Error when a port is in
 *   use; the metrics port is opened first, so that no request is interrupted
 */
export async function bootGateway(env: NodeJS.ProcessEnv): Promise<RunningGateway> {
  const config = loadGatewayConfig(env);
  const assembled = await assembleGateway(config);
  const { app } = assembled;
  const logger = app.get<Logger>(LOGGER);
  warnOfUnverifiedDatabases(gatewayVariables, config, (sentence) => logger.warn(sentence));
  let metricsServer: MetricsServer | undefined;
  const close = () =>
    closeInOrder(
      () => assembled.close(),
      async () => metricsServer?.close(),
    );
  try {
    if (config.METRICS_PORT !== '') {
      metricsServer = await serveMetrics(app.get(Registry), config.HOST, config.METRICS_PORT);
    }
    await app.listen(config.PORT, config.HOST);
  } catch (error) {
    await closeInOrder(async () => {
      throw error;
    }, close);
    throw error;
  }
  const url = await app.getUrl();
  logger.info({ url, metrics_url: metricsServer?.url, node: process.version }, 'gateway listening');
  return {
    url,
    metricsUrl: metricsServer?.url,
    eventLoopTimeoutMs: config.EVENT_LOOP_TIMEOUT_MS,
    shutdownGraceMs: config.SHUTDOWN_GRACE_MS,
    drain: () => {
      app.get(Readiness).require(() => 'stopping');
      return assembled.connections.drain();
    },
    close,
  };
}

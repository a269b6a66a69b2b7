import { currentTracer, fail, isTraced, type TracingConfig } from '@ndx/telemetry';
import { context, ROOT_CONTEXT, SpanKind, trace, type Span } from '@opentelemetry/api';
import {
  ATTR_DB_NAMESPACE,
  ATTR_DB_QUERY_TEXT,
  ATTR_DB_SYSTEM_NAME,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
  DB_SYSTEM_NAME_VALUE_POSTGRESQL,
} from '@opentelemetry/semantic-conventions';
import pg from 'pg';
import { PooledClient } from './pooled-client.js';
import { statementWords } from './statement-words.js';

/** `pg` accepts a statement in several forms; each begins with one of these. */
type Statement =
  string | { readonly text?: unknown; readonly name?: unknown; readonly submit?: unknown };
type Callback = (error: Error | null, result: unknown) => void;
type Query = (...args: unknown[]) => unknown;

/**
 * A connection whose statements are recorded as child spans of the current span, without their
 * values. Without a span nothing is recorded: background work has no trace.
 */
export class TracedClient extends PooledClient {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as Query;
    // The arguments and the result of its many signatures are passed on unchanged.
    this.query = ((...args: unknown[]) => this.inSpan(query, args)) as pg.Client['query'];
  }

  private inSpan(query: Query, args: unknown[]): unknown {
    const tracer = currentTracer();
    const statement = textOf(args[0] as Statement);
    if (!tracer || !statement || trace.getActiveSpan()?.isRecording() !== true) {
      return query(...args);
    }
    const { summary, text } = statementWords(statement.text, statement.name);
    const span = tracer.startSpan(summary, {
      kind: SpanKind.CLIENT,
      attributes: {
        [ATTR_DB_SYSTEM_NAME]: DB_SYSTEM_NAME_VALUE_POSTGRESQL,
        [ATTR_DB_NAMESPACE]: this.database ?? '',
        [ATTR_DB_QUERY_TEXT]: text,
        [ATTR_SERVER_ADDRESS]: this.host,
        [ATTR_SERVER_PORT]: this.port,
      },
    });
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      return query(...args.slice(0, -1), endingWith(span, callback as Callback));
    }
    const result = query(...args) as Promise<unknown>;
    result.then(
      () => span.end(),
      (error: unknown) => end(span, error),
    );
    return result;
  }
}

/** The span's parent is the caller of the query, not the caller that releases a connection. */
class TracedPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: TracedClient });
    const connect = this.connect.bind(this) as Query;
    this.connect = ((...args: unknown[]) =>
      connect(
        ...args.map((arg) =>
          typeof arg === 'function' ? context.bind(context.active(), arg) : arg,
        ),
      )) as pg.Pool['connect'];
  }
}

export interface PoolOptions extends Omit<pg.PoolConfig, 'onConnect'> {
  /** Statements that set up each new connection, such as `set jit = off`; no trace has them. */
  readonly onConnect?: string;
}

/** A pool of connections, traced if the process is. */
export function createPool(
  tracing: Pick<TracingConfig, 'OTEL_EXPORTER_OTLP_ENDPOINT'>,
  { onConnect, ...options }: PoolOptions,
): pg.Pool {
  const config: pg.PoolConfig = {
    ...options,
    ...(onConnect !== undefined && {
      // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the pool waits for it
      onConnect: (client) => context.with(ROOT_CONTEXT, () => client.query(onConnect)),
    }),
  };
  return isTraced(tracing)
    ? new TracedPool(config)
    : new pg.Pool({ ...config, Client: PooledClient });
}

/** Undefined for submittables that report their own end, such as a cursor. */
function textOf(
  statement: Statement,
): { readonly text: string; readonly name?: string } | undefined {
  if (typeof statement === 'string') return { text: statement };
  const { text, name, submit } = statement;
  if (typeof text !== 'string' || submit !== undefined) return undefined;
  return { text, ...(typeof name === 'string' && { name }) };
}

function endingWith(span: Span, callback: Callback): Callback {
  return (error, result) => {
    end(span, error);
    callback(error, result);
  };
}

function end(span: Span, error: unknown): void {
  if (error !== null && error !== undefined) fail(span, error);
  span.end();
}

import { str, variableKind } from '@ndx/config';
import { headersFrom } from './exporter-headers.js';

const collectorAddress = variableKind('an HTTP address; or nothing', (value) => {
  if (value !== '' && !/^https?:$/.test(new URL(value).protocol)) throw new TypeError('no address');
  return value;
});

const collectorHeaders = variableKind('name=value,name=value; or nothing', (value) => {
  headersFrom(value);
  return value;
});

const ratio = variableKind('a number, 0 to 1', (value) => {
  const number = Number(value);
  if (value.trim() === '' || !(number >= 0 && number <= 1)) throw new TypeError('no ratio');
  return number;
});

/** Sampling and export of traces; `OTEL_` variables have OpenTelemetry's names. */
export const TRACING_VARIABLES = {
  BUILD_VERSION: str({
    default: '0.0.0',
    desc: 'Version of this build, in traces and GET /version',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorAddress({
    default: '',
    desc: 'Base address of an OpenTelemetry collector (OTLP over HTTP); if empty, tracing is off',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: collectorHeaders({
    default: '',
    desc: 'Headers of requests to the OpenTelemetry collector',
  }),
  OTEL_TRACES_SAMPLER_ARG: ratio({
    default: 1,
    desc: 'Fraction of traces that are sampled',
  }),
} as const;

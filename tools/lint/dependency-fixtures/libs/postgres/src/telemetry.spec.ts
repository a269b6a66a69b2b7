import '@ndx/telemetry';

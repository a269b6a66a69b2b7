import { defineConfig } from 'rolldown';
import service from '../../rolldown.config.js';

/** Bundles the decision of a query for programs that run without a bundler (decision 0113). */
export default defineConfig({
  ...service,
  input: { 'policy-test': 'src/domain/policy-test/index.ts' },
  output: { ...service.output, cleanDir: false },
});

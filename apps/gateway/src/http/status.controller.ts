import { readHealth, readVersion, type AnswerOf } from '@ndx/api';
import { CONFIG, Handles } from '@ndx/service';
import { Controller, Inject } from '@nestjs/common';
import type { GatewayConfig } from '../gateway.config.js';

/** Public operations (contract 4.6, design 11). */
@Controller()
export class StatusController {
  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  @Handles(readHealth)
  health(): AnswerOf<typeof readHealth> {
    return { status: 'healthy' };
  }

  @Handles(readVersion)
  version() {
    const { BUILD_VERSION: version, BUILD_COMMIT: commit } = this.config;
    return { api_versions: ['v1'], build: { version, commit } };
  }
}

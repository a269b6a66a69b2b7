import { Controller, Get, Inject } from '@nestjs/common';
import { CONFIG } from '@ndx/service-kit';
import type { GatewayConfig } from '../gateway.config.js';

/** What anyone may ask (contract 4.6, design 11). */
@Controller()
export class StatusController {
  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  @Get('health')
  health() {
    return { status: 'healthy' };
  }

  @Get('version')
  version() {
    const { BUILD_VERSION: version, BUILD_COMMIT: commit } = this.config;
    return { api_versions: ['v1'], build: { version, commit } };
  }
}

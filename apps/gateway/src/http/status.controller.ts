import { Controller, Get, Inject } from '@nestjs/common';
import { wire } from '@ndx/api';
import { CONFIG, Operation } from '@ndx/service';
import type { GatewayConfig } from '../gateway.config.js';

const Health = wire.record('Health', { status: wire.oneOf(['healthy']) });

const Version = wire.record('Version', {
  api_versions: wire.listOf(wire.text),
  build: wire.record('Build', { version: wire.text, commit: wire.text }),
});

/** What anyone may ask (contract 4.6, design 11). */
@Controller()
export class StatusController {
  constructor(@Inject(CONFIG) private readonly config: GatewayConfig) {}

  @Get('health')
  @Operation({ summary: 'Tell whether the gateway answers', answer: Health })
  health(): wire.Of<typeof Health> {
    return { status: 'healthy' };
  }

  @Get('version')
  @Operation({ summary: 'Tell the versions of the interface and of the build', answer: Version })
  version(): wire.Of<typeof Version> {
    const { BUILD_VERSION: version, BUILD_COMMIT: commit } = this.config;
    return { api_versions: ['v1'], build: { version, commit } };
  }
}

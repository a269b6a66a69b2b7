import { operationFailed } from '@ndx/contracts';
import { CONFIG } from '@ndx/service';
import { Inject, Injectable } from '@nestjs/common';
import { request } from 'undici';
import type { FurnishingConfig } from '../furnishing.config.js';

const TIMEOUT_MS = 20_000;

/** The scanner that the operator configured, if any. */
@Injectable()
export class DocumentScanner {
  private readonly url: string;

  constructor(@Inject(CONFIG) { DOCUMENT_SCANNER_URL }: FurnishingConfig) {
    this.url = DOCUMENT_SCANNER_URL;
  }

  /**
   * Whether the scanner accepts the content; undefined without a scanner.
   * @throws OPERATION_FAILED when it does not answer as specified
   */
  async accepts(content: Buffer, mediaType: string): Promise<boolean | undefined> {
    if (this.url === '') return undefined;
    const verdict = await this.verdict(content, mediaType);
    if (typeof verdict !== 'boolean') {
      throw operationFailed('service_unavailable', 'the document scanner gave no verdict');
    }
    return verdict;
  }

  private async verdict(body: Buffer, mediaType: string): Promise<unknown> {
    try {
      const answer = await request(this.url, {
        method: 'POST',
        headers: { 'content-type': mediaType },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) return undefined;
      return (JSON.parse(text) as { readonly accepted?: unknown } | null)?.accepted;
    } catch (error) {
      throw operationFailed('service_unavailable', 'the document scanner did not answer', {
        cause: error,
      });
    }
  }
}

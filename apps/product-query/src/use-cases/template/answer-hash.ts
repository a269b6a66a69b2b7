import { CONFIG } from '@ndx/service';
import { KeyedHash } from '@ndx/sealing';
import { Inject, Injectable } from '@nestjs/common';
import type { ProductQueryConfig } from '../../product-query.config.js';

/** The keyed hash that a decision has of the answer to a template query. */
@Injectable()
export class AnswerHash {
  private readonly hash: KeyedHash;

  constructor(@Inject(CONFIG) config: ProductQueryConfig) {
    this.hash = new KeyedHash(config.MATCH_HASH_KEY);
  }

  readonly of = (answer: string): string => this.hash.of('template answer', answer);
}

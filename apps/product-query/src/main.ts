import { runService } from '@ndx/service';
import { ProductQueryModule } from './product-query.module.js';

await runService(ProductQueryModule);

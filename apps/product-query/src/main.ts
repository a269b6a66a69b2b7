import { runService } from '@ndx/service-kit';
import { ProductQueryModule } from './product-query.module.js';

await runService(ProductQueryModule);

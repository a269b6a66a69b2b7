import { upgradeSuite } from '@ndx/service/testing';
import { ProductQueryModule } from '../product-query.module.js';

upgradeSuite(ProductQueryModule);

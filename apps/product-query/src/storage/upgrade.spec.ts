import { upgradeSuite } from '@ndx/service-kit/testing';
import { ProductQueryModule } from '../product-query.module.js';

upgradeSuite(ProductQueryModule);

import '@nestjs/common';
import '@ndx/service';
import './domain/grants/expiry.js';
import './use-cases/anything.js';

import { runService } from '@ndx/service';
import { archiveCommand } from './commands/archive-command.js';
import { replayCommand } from './commands/replay-command.js';
import { ProductQueryModule } from './product-query.module.js';

await runService(ProductQueryModule, replayCommand, archiveCommand);

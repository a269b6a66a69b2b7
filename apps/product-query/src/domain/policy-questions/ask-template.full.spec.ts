import { askTemplateSuite } from '../../testing/asked-templates.js';

askTemplateSuite(2_000);

import '@ndx/contracts';
import '@ndx/catalog';

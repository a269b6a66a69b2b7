import '@ndx/catalog';
import '@ndx/messaging';

import '@ndx/api';

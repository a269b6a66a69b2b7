import '@ndx/postgres';

import '@ndx/command-line';

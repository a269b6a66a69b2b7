/** Where progress goes, a line at a time. */
export type Log = (line: string) => void;

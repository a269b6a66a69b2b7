/** Receives progress, a line at a time. */
export type Log = (line: string) => void;

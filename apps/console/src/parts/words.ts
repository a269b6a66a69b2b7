/** Words that a capital does not begin. */
const UPPER: Readonly<Record<string, string>> = {
  kyb: 'KYB',
  kyc: 'KYC',
  dba: 'DBA',
  id: 'ID',
  url: 'URL',
  ssn: 'SSN',
  ein: 'EIN',
  tls: 'TLS',
};

/** A name of the interface as words: `kyb_certificate` is "KYB certificate". */
export function inWords(name: string): string {
  const words = name
    .split('_')
    .filter(Boolean)
    .map((word) => UPPER[word] ?? word);
  const [first = '', ...rest] = words;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ');
}

/** The same within a sentence. */
export function lowerWords(name: string): string {
  const words = inWords(name);
  return /^[A-Z][^A-Z]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}

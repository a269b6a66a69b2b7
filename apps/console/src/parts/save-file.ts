/** Downloads a text, or bytes, as a file. */
export function saveFile(
  name: string,
  type: 'application/json' | 'application/octet-stream' | 'application/zip' | 'text/csv',
  content: string | Blob,
): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

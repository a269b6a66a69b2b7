/** Whether each lock opens; one opens only behind the one before it. */
export function passesLocks(text: string): boolean {
  if (text[0] === '{') {
    if (text[1] === '"') {
      if (text[2] === '%') return text[3] === '@';
    }
  }
  return false;
}

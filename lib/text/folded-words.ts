/** A text as a check compares it: case, white space and marks of Markdown do not count. */
export function foldedWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[*_`#>]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

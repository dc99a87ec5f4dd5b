/** A text without the empty lines before and after it. */
export function withoutEmptyEnds(text: string): string {
  return text.replace(/^\n+|\n+$/g, '')
}

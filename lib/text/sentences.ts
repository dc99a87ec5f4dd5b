/**
 * The sentences of a text as somebody says them: without marks of Markdown, and without what is too
 * short to be one. What stands in brackets is one of its own.
 */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|(?<=[。！？])|\n+|[()]/)
    .map((sentence) => sentence.replaceAll(/[*_`#>]/g, '').trim())
    .filter(({ length }) => length > SHORT)
}

const SHORT = 3

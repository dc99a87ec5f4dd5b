/** A longer quote is rarely said again word by word. */
const MAX_WORDS = 4

/** The words of an answer that are proposed to look for: a few of its last sentence. */
export function likelyQuote(said: string): string {
  const sentences = said
    // Places, and those in brackets, are rarely what is meant.
    .split(/(?<=[.!?])\s+|\n+|[()]/)
    .map((sentence) => sentence.replaceAll(/[*_`#>]/g, '').trim())
    .filter((sentence) => sentence.length > 3 && !sentence.startsWith('/'))
  const words = sentences.at(-1)?.split(/\s+/) ?? []
  return words
    .slice(-MAX_WORDS)
    .join(' ')
    .replace(/[.!?:;,]+$/, '')
}

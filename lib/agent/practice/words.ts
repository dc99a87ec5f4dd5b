/** The words of a question that the practice agent looks for in lines and paths. */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map(stem))]
}

const LONG = 3

/** Ports and port are one word; short words stay unchanged. */
function stem(word: string): string {
  return word.length > LONG && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

/** The words that a text mentions: each starts one of the text's words. */
export function mentioned(text: string, words: readonly string[]): string[] {
  const own = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => own.some((each) => each.startsWith(word)))
}

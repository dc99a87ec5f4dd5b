/** Words that lines and paths are looked through for, as the practice agent takes them out of a question. */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words.map(stem))]
}

const LONG = 3

/** Ports and port are one word; what is short is left as it is. */
function stem(word: string): string {
  return word.length > LONG && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

/** The words that a text mentions, each as the beginning of one of its own. */
export function mentioned(text: string, words: readonly string[]): string[] {
  const own = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => own.some((each) => each.startsWith(word)))
}

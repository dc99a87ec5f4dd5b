const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]+/gu

/** The different words of a text in lower case, names and numbers among them. */
export function wordsIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(WORD) ?? [])
}

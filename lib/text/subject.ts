/** A title in two parts: what kind of change it was, and what it did. */
export interface Subject {
  /** `fix(parser)`; null: it names no kind */
  prefix: string | null
  words: string
}

/** `fix(parser)!: `, as many projects begin the messages of their commits. */
const PREFIX = /^([a-z]{2,20}(?:\([^()\s]{1,40}\))?)!?:\s+(?=\S)/

/**
 * Splits a title, so that a list can show the words and keep the prefix for its second line. Joined
 * by `: ` they say what the title says.
 */
export function subjectOf(title: string): Subject {
  const found = PREFIX.exec(title)
  if (!found) return { prefix: null, words: title }
  return { prefix: found[1] ?? null, words: title.slice(found[0].length) }
}

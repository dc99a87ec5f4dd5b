/** Which of a person's messages stand in a summary in their own words. */
export interface SaidVerbatim {
  /** messages that were looked for */
  total: number
  verbatim: number
  /** those that do not stand there, as they were written, in their order */
  missing: string[]
}

/** Looks for messages in a summary, letter by letter; how they are broken into lines does not count. */
export function saidVerbatim(messages: readonly string[], summary: string): SaidVerbatim {
  const text = withPlainSpaces(summary)
  const said = messages.filter((message) => message.trim() !== '')
  const missing = said.filter((message) => !text.includes(withPlainSpaces(message)))
  return { total: said.length, verbatim: said.length - missing.length, missing }
}

/** A summary may quote: the signs before the lines of a quotation are no words. */
function withPlainSpaces(text: string): string {
  return text
    .replace(/^[ \t]*(?:>[ \t]?)+/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A count of the person's messages that a summary quotes verbatim. */
export interface SaidVerbatim {
  /** messages checked */
  total: number
  verbatim: number
  /** missing ones, as written, in order */
  missing: string[]
}

/** Looks for messages in a summary, verbatim except for line breaks. */
export function saidVerbatim(messages: readonly string[], summary: string): SaidVerbatim {
  const text = withPlainSpaces(summary)
  const said = messages.filter((message) => message.trim() !== '')
  const missing = said.filter((message) => !text.includes(withPlainSpaces(message)))
  return { total: said.length, verbatim: said.length - missing.length, missing }
}

/** A summary may quote: quotation markers at the start of lines are ignored. */
function withPlainSpaces(text: string): string {
  return text
    .replace(/^[ \t]*(?:>[ \t]?)+/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}

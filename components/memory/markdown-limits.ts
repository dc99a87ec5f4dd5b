/** A longer text is shown as it is: its Markdown takes seconds. Characters. */
const LONGEST = 100_000

/** More open brackets take a parser of links too long. */
const MOST_BRACKETS = 5_000

/** Whether a text as Markdown would hold the browser. */
export const isTooMuch = (text: string): boolean =>
  text.length > LONGEST || text.split('[', MOST_BRACKETS + 2).length > MOST_BRACKETS

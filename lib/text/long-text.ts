/** The beginning of a text, of UTF-16 units, which never ends within a character. */
export const wholeStart = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

const RUN = 16

/** A long text in which thousands of others are looked for: of most that are not in it, it is known at once. */
export class LongText {
  readonly #runs = new Set<string>()

  constructor(private readonly text: string) {
    for (let at = 0; at < text.length; at += RUN) this.#runs.add(text.slice(at, at + RUN))
  }

  /** As `includes` of a string. */
  includes(part: string): boolean {
    if (part.length < 2 * RUN - 1) return this.text.includes(part)
    // Wherever so much stands, it holds one of the runs.
    let at = 0
    while (at < RUN && !this.#runs.has(part.slice(at, at + RUN))) at++
    return at < RUN && this.text.includes(part)
  }
}

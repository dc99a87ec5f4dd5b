/** Characters of a run. What is shorter is in no table. */
const RUN = 24
/** From a run that is looked up to the next one. */
const STEP = 8
const BASE = 0x01000193
/** What the first character of a run has become when the next one comes. */
const LEAVING = Array.from({ length: RUN }).reduce<number>((power) => Math.imul(power, BASE), 1)

/** A long text in which thousands of others are looked for: where they would be, or that they are not, is known. */
export class LongText {
  readonly #shift: number
  /** by the hash of a run, where the first of those that share it ends; 0: none */
  readonly #ends: Int32Array

  constructor(private readonly text: string) {
    const bits = Math.min(26, Math.max(10, 34 - Math.clz32(text.length)))
    this.#shift = 32 - bits
    this.#ends = new Int32Array(2 ** bits)
    let hash = 0
    for (let at = 0; at < text.length; at++) {
      const left = at < RUN ? 0 : text.charCodeAt(at - RUN)
      hash = Math.imul(hash, BASE) + text.charCodeAt(at) - Math.imul(left, LEAVING)
      if (at >= RUN - 1) this.#ends[this.#placeOf(hash)] ||= at + 1
    }
  }

  /** As `includes` of a string. */
  includes(part: string): boolean {
    for (let from = 0; from + RUN <= part.length; from += STEP) {
      let hash = 0
      for (let at = from; at < from + RUN; at++) hash = Math.imul(hash, BASE) + part.charCodeAt(at)
      const end = this.#ends[this.#placeOf(hash)] ?? 0
      if (end === 0) return false
      if (this.text.startsWith(part, end - RUN - from)) return true
    }
    return this.text.includes(part)
  }

  #placeOf(hash: number): number {
    return Math.imul(hash, 0x9e3779b1) >>> this.#shift
  }
}

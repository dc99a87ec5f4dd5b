import { humanSize } from './human-size'

const NARROW_SPACE = '\u202f'

/** A size as pages show it: `162 B`, `5.5 K`, with a space that does not break. */
export function shownSize(bytes: number): string {
  return humanSize(bytes).replace(/(?=[BKMG]$)/, NARROW_SPACE)
}

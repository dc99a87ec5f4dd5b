import { humanSize } from './human-size'

const NARROW_SPACE = '\u202f'

interface Digits {
  minimumFractionDigits: number
  maximumFractionDigits: number
  useGrouping: boolean
}

/** Writes numbers in the reader's language, as `formats()` and `useFormatter()` do. */
export interface NumberFormat {
  number: (value: number, options: Digits) => string
}

/** A size as pages show it: `162 B`, `5.5 K`, in German `5,5 K`, with a space that does not break. */
export function shownSize(format: NumberFormat, bytes: number): string {
  const size = humanSize(bytes)
  const [amount, unit] = [size.slice(0, -1), size.slice(-1)]
  const digits = amount.includes('.') ? 1 : 0
  const shown = format.number(Number(amount), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  })
  return `${shown}${NARROW_SPACE}${unit}`
}

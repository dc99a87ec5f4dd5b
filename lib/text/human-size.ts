const UNITS = ['K', 'M', 'G'] as const

/**
 * A size as the memory tool shows it: whole bytes below 1 KiB (`512B`), then one decimal of KiB,
 * MiB or GiB (`1.5K`, `4.0K`, `1.2M`). What would round to 1024.0 of a unit is 1.0 of the next.
 */
export function humanSize(bytes: number): string {
  if (bytes < 1_024) return `${bytes}B`
  let size = bytes
  let shown = ''
  for (const unit of UNITS) {
    size /= 1_024
    shown = `${size.toFixed(1)}${unit}`
    if (Number(size.toFixed(1)) < 1_024) break
  }
  return shown
}

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
  const amount = size.slice(0, -1)
  const unit = size.slice(-1)
  const digits = amount.includes('.') ? 1 : 0
  const shown = format.number(Number(amount), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  })
  return `${shown}${NARROW_SPACE}${unit}`
}

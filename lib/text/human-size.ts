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

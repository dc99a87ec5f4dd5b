const UNITS = ['K', 'M', 'G', 'T']

/** A number of bytes for people: `512B` below 1 KiB, then one decimal and a unit: `1.5K`, `1.2M`. */
export function humanSize(bytes: number): string {
  if (bytes < 1024) return `${bytes}B`
  let value = bytes
  for (const unit of UNITS) {
    value /= 1024
    // What would be rounded up to 1024.0 belongs to the next unit.
    if (value < 1023.95 || unit === UNITS.at(-1)) return `${value.toFixed(1)}${unit}`
  }
  return `${bytes}B`
}

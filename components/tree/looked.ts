/** This browser's last look at a store's overview, and the sequence of the store at that time. */
export interface Looked {
  sequence: number
  /** milliseconds since 1970 */
  at: number
}

const keyOf = (storeId: string) => `looked:${storeId}`

/** Returns the last look; null if there was none, or if what is stored is not one. */
export function readLooked(storeId: string): Looked | null {
  const kept = localStorage.getItem(keyOf(storeId))
  if (kept === null) return null
  const [sequence, at] = kept.split(' ').map(Number)
  if (sequence === undefined || at === undefined) return null
  return Number.isSafeInteger(sequence) && Number.isSafeInteger(at) ? { sequence, at } : null
}

export function writeLooked(storeId: string, { sequence, at }: Looked): void {
  localStorage.setItem(keyOf(storeId), `${sequence} ${at}`)
}

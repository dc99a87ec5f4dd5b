/** When this browser last looked at a store's overview, and how far the store was then. */
export interface Looked {
  sequence: number
  /** milliseconds since 1970 */
  at: number
}

const keyOf = (storeId: string) => `looked:${storeId}`

/** What was kept; null: nothing, or something else. */
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

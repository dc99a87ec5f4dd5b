/** Holds at most this many tasks of one caller; more are refused. */
const MAX_WAITING = 256

/**
 * A queue that takes one item of each caller in turn, in the order in which the callers came, so
 * that nobody waits behind everything that another one asked for. Items without a caller are
 * background work, which nobody waits for: they are taken when nothing else is there.
 */
export class FairQueue<Item> {
  private readonly callers = new Map<string, Item[]>()
  private readonly background: Item[] = []

  constructor(private readonly maxWaiting = MAX_WAITING) {}

  /** Returns false, and takes nothing, where its caller has too much waiting. */
  add(item: Item, caller: string | null): boolean {
    const waiting = caller === null ? this.background : (this.callers.get(caller) ?? [])
    if (waiting.length >= this.maxWaiting) return false
    waiting.push(item)
    if (caller !== null) this.callers.set(caller, waiting)
    return true
  }

  /** Takes what is next; null: nothing waits. */
  take(): Item | null {
    const [first] = this.callers
    if (!first) return this.background.shift() ?? null
    const [caller, waiting] = first
    const item = waiting.shift() ?? null
    this.callers.delete(caller)
    if (waiting.length > 0) this.callers.set(caller, waiting)
    return item
  }

  /** Takes one out of its turn, if it waits. */
  remove(item: Item): void {
    for (const [caller, waiting] of this.callers) {
      if (drop(waiting, item) && waiting.length === 0) this.callers.delete(caller)
    }
    drop(this.background, item)
  }

  /** Takes all. */
  clear(): Item[] {
    const all = [...this.callers.values()].flat()
    this.callers.clear()
    return [...all, ...this.background.splice(0)]
  }

  isEmpty(): boolean {
    return this.callers.size === 0 && this.background.length === 0
  }

  /** Returns whether another caller than this one waits. */
  hasOther(caller: string | null): boolean {
    return this.callers.size > (caller !== null && this.callers.has(caller) ? 1 : 0)
  }
}

function drop<Item>(waiting: Item[], item: Item): boolean {
  const place = waiting.indexOf(item)
  if (place !== -1) waiting.splice(place, 1)
  return place !== -1
}

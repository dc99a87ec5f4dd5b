import type { OutboxProblem } from '../model/connection'

/** Delay of the first retry, doubled for each further one; milliseconds. */
const FIRST_MS = 5_000
const MAX_MS = 600_000

/** So many changes in a row that the disk as a whole refuses end a round. */
const MAX_CONSECUTIVE_REFUSALS = 3

const pauseAfter = (tries: number) => Math.min(FIRST_MS * 2 ** (tries - 1), MAX_MS)

/**
 * Schedules retries of changes that could not be carried out in a folder. What stands in the way
 * may go away by itself: a full disk, a missing right, a link. A process that starts, or a
 * connection that goes on, tries all of them at once. Times are milliseconds since 1970.
 */
export class Retries {
  private readonly byPath = new Map<string, { tries: number; at: number }>()
  private refusedInARow = 0
  private fruitlessRounds = 0
  private restsUntil = 0

  /** `failed`: the paths of changes that an earlier process could not carry out. */
  constructor(failed: readonly string[]) {
    for (const path of failed) this.byPath.set(path, { tries: 0, at: 0 })
  }

  /** Paths to be tried again, at most so many. */
  due(now: number, most: number): string[] {
    const paths: string[] = []
    for (const [path, { at }] of this.byPath) {
      if (paths.length === most) break
      if (at <= now) paths.push(path)
    }
    return paths
  }

  noteDone(path: string): void {
    this.byPath.delete(path)
    this.refusedInARow = 0
    this.fruitlessRounds = 0
  }

  noteFailed(path: string, problem: OutboxProblem, now: number): void {
    // A file of that name will never be watched.
    if (problem === 'not_watched') return void this.byPath.delete(path)
    const tries = (this.byPath.get(path)?.tries ?? 0) + 1
    this.byPath.set(path, { tries, at: now + pauseAfter(tries) })
    const isOfDisk = problem === 'disk_full' || problem === 'disk_fault'
    this.refusedInARow = isOfDisk ? this.refusedInARow + 1 : 0
    if (this.refusedInARow < MAX_CONSECUTIVE_REFUSALS) return
    this.refusedInARow = 0
    this.fruitlessRounds++
    this.restsUntil = now + pauseAfter(this.fruitlessRounds)
  }

  /** Returns whether the disk refuses whatever is written: it is not asked a thousand times. */
  isResting(now: number): boolean {
    return now < this.restsUntil
  }

  /** Returns when something is to be tried; `Infinity`: nothing is. */
  nextAt(): number {
    let next = Infinity
    for (const { at } of this.byPath.values()) next = Math.min(next, at)
    return Math.max(next, this.restsUntil)
  }
}

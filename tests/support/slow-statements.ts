import { existsSync, openSync, readSync } from 'node:fs'
import Sqlite from 'better-sqlite3'

/**
 * Statements on SQLite that take long: the driver stops the event loop, and everybody else waits. What
 * counts is the time of the processor that this thread had, since others want it, too.
 */

const LONGEST_MS = 50

/** The statements of SQLite that were run since a test asked for their plans; null: none did. */
let asked: Set<Sqlite.Statement> | null = null

/** How SQLite goes about what is asked meanwhile: `SCAN` for a whole table, `SEARCH` for what an index finds. */
export async function planOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements = new Set<Sqlite.Statement>()
  asked = statements
  await work().finally(() => (asked = null))
  return [...statements].flatMap(({ source, database }) => {
    const values = [...source.matchAll(/\?/g)].map(() => null)
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${source}`).bind(values).raw().all()
    return (steps as unknown[][]).map((step) => String(step.at(-1)))
  })
}

const OF_THREAD = '/proc/thread-self/schedstat'

const slow: string[] = []

/** The statements that took too long since this was last asked, each with its milliseconds. */
export function slowStatements(): string[] {
  return slow.splice(0)
}

const processor = processorOfThisThread()

/** Milliseconds. Linux tells it; elsewhere no statement counts as slow. */
function processorOfThisThread(): () => number {
  if (!existsSync(OF_THREAD)) return () => 0
  const file = openSync(OF_THREAD, 'r')
  const bytes = Buffer.alloc(64)
  return () =>
    Number.parseInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0)), 10) / 1e6
}

type Method = (this: object, ...args: unknown[]) => unknown

function timed(
  target: object,
  name: string,
  sqlOf: (self: object, first: unknown) => string,
): void {
  const methods = target as Record<string, Method>
  const original = methods[name]
  if (!original) throw new Error(`the driver has no ${name}`)
  methods[name] = function (this: object, ...args: unknown[]) {
    const sql = sqlOf(this, args[0])
    const before = processor()
    try {
      return original.apply(this, args)
    } finally {
      const took = processor() - before
      if (took >= LONGEST_MS) slow.push(`${took.toFixed(0)} ms: ${sql}`)
    }
  }
}

const statement = Object.getPrototypeOf(new Sqlite(':memory:').prepare('SELECT 1')) as object
for (const name of ['all', 'get', 'run']) {
  timed(statement, name, (self) => {
    asked?.add(self as Sqlite.Statement)
    return (self as Sqlite.Statement).source
  })
}
timed(Sqlite.prototype, 'exec', (_, first) => String(first))

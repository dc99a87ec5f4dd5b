import { perProcess } from '@/lib/per-process'
import { database } from './index'

const PATIENCE_MS = 60_000

/** By lock, while somebody works under it: each begins what waited longest. */
const lines = perProcess('lines before locks', () => new Map<string, (() => void)[]>())

/**
 * Does work that begins by taking a lock of the database, once all who asked before have done theirs. Whoever
 * waits within PostgreSQL has a connection meanwhile, of which a server has few: a line before one store
 * would keep everybody from all others. On SQLite all who write stand in one already. Throws what
 * `databaseFaultOf` takes for `busy` where it takes a minute.
 */
export async function inLine<T>(lock: string, work: () => Promise<T>): Promise<T> {
  if (database().kind === 'sqlite') return work()
  const line = lines.get(lock)
  if (line) await placeIn(line)
  else lines.set(lock, [])
  try {
    return await work()
  } finally {
    const next = lines.get(lock)?.shift()
    if (next) next()
    else lines.delete(lock)
  }
}

/** Resolves once it is this one's turn. */
function placeIn(line: (() => void)[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      clearTimeout(late)
      resolve()
    }
    const late = setTimeout(() => {
      line.splice(line.indexOf(begin), 1)
      reject(Object.assign(new Error('others were before for too long'), { code: 'P2024' }))
    }, PATIENCE_MS)
    line.push(begin)
  })
}

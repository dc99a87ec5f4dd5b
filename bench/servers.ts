import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { migratePostgresql } from '@/lib/db/migrate'
import { openDatabase } from '@/lib/db/open-database'
import { createStore } from '@/lib/store/stores/change-stores'
import { bundle } from '@/tests/support/bundle'
import { HAS_POOLER, startPooler } from '@/tests/support/pgbouncer'
import { DISCARDED, DURABLE, startPostgresql } from '@/tests/support/postgresql-server'
import { numbers } from './fill'
import type { Ground } from './ground'
import { inTurns } from './measure'
import { part } from './part'
import type { Measured } from './row'

/** What a server is told to do (pooled-server.ts). */
export type ServerTask =
  | { act: 'write'; stores: readonly string[]; ms: number }
  | { act: 'follow'; storeId: string; count: number }
  /** stops following once so many events were heard, or some seconds later */
  | { act: 'stop'; expected: number }

export interface ServerAnswer {
  written?: number
  heard?: number
  /** milliseconds from the call that wrote until a follower had the event */
  delays?: number[]
}

/** Connections to PostgreSQL that the pooler opens, for both servers together. */
const POOLED_CONNECTIONS = 20

/**
 * Two servers behind PgBouncer, by their library: what they write together, and how late those who
 * follow a store hear of what is written through both. Where there is no PgBouncer they ask
 * PostgreSQL itself.
 */
export const serversPart = part(
  {
    rounds: [3, 1],
    /** for which is written in each round */
    seconds: [3, 0.2],
    writers: [16, 2],
    /** half of them at each server */
    followers: [100, 2],
    settings: [DURABLE, DISCARDED],
  },
  async ({ rounds, seconds, writers, followers, settings }, ground) => {
    const { servers, newStore } = await started(ground, settings)
    const stores = await Promise.all(numbers(writers).map(newStore))
    const written = async (among: readonly Server[], to: readonly string[]) => {
      const shares = among.map((server, at) => {
        const own = to.filter((_, index) => index % among.length === at)
        return server({ act: 'write', stores: own, ms: seconds * 1000 })
      })
      return (await Promise.all(shares)).reduce((sum, { written = 0 }) => sum + written, 0)
    }
    const each = (among: readonly Server[]) => async (): Promise<Measured> => ({
      perSecond: (await written(among, stores)) / seconds,
    })
    const followed = async (): Promise<Measured> => {
      const storeId = await newStore()
      const count = Math.ceil(followers / servers.length)
      await Promise.all(servers.map((server) => server({ act: 'follow', storeId, count })))
      const events = await written(
        servers,
        numbers(writers).map(() => storeId),
      )
      const expected = events * count
      const told = await Promise.all(servers.map((server) => server({ act: 'stop', expected })))
      const heard = told.reduce((sum, each) => sum + (each.heard ?? 0), 0)
      return {
        perSecond: events / seconds,
        times: told.flatMap(({ delays = [] }) => delays),
        also: { 'events lost': expected * servers.length - heard },
      }
    }
    const behind = HAS_POOLER ? 'behind PgBouncer' : 'without a pooler: it is not installed'
    const one = 'one server, a store each'
    const sides = [
      { name: one, act: each(servers.slice(0, 1)) },
      { name: 'two servers, a store each', act: each(servers), baseline: one },
      { name: `two servers, one store, ${followers} follow`, act: followed, aim: 250 },
    ]
    return inTurns(`${writers} writers of 1 kB, ${behind}`, sides, { rounds, warmUp: 1 })
  },
)

/** Has a server carry out a task, one at a time. */
type Server = (task: ServerTask) => Promise<ServerAnswer>

async function started(ground: Ground, settings: readonly string[]) {
  const folder = ground.folder()
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o711)
  const postgresql = ground.keep(await startPostgresql(settings, folder), (each) => each.stop())
  await migratePostgresql(postgresql.url)
  const program = await bundle('pooled-server', 'bench/pooled-server.ts')
  const args = [postgresql.url]
  if (HAS_POOLER) {
    const pooler = await startPooler(postgresql.url, { connections: POOLED_CONNECTIONS })
    args.unshift(ground.keep(pooler, (each) => each.stop()).url)
  }
  const servers: Server[] = []
  while (servers.length < 2) {
    const child = ground.keep(fork(program, args), ended)
    await once(child, 'message')
    servers.push(async (task) => {
      const answer = once(child, 'message') as Promise<[ServerAnswer]>
      child.send(task)
      return (await answer)[0]
    })
  }
  const db = ground.keep(openDatabase(postgresql.url), (each) => each.close())
  const newStore = async () => (await createStore(db, { name: 'written to' })).id
  return { servers, newStore }
}

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.disconnect()
  await exit
}

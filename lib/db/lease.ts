import { randomUUID } from 'node:crypto'
import { perProcess } from '@/lib/per-process'
import { Refusal } from '@/lib/refusal'
import { database, isTaken, type Tx, write } from './index'

/** How long a lease stands without being renewed, and how often that is done, in milliseconds. */
const STANDS = 30_000
const RENEWED_EACH = 10_000

const holder = perProcess('lease holder', () => randomUUID())

/** The leases under which this process works now. */
const atWork = perProcess('leases at work', () => new Set<string>())

/**
 * Does something that only one process at a time may do: a job, a timer. False: another one has the
 * lease, and nothing was done. `signal` aborts when the lease is lost, since somebody else may have
 * it then. Refuses what the work refuses.
 */
export async function withLease(
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  if (!(await takeLease(name))) return false
  atWork.add(name)
  const lost = new AbortController()
  const timer = setInterval(() => void renew(), RENEWED_EACH).unref()
  const renew = async () => {
    // One that somebody else had and ended while we stood still does not come back.
    const kept = await write(async (tx) => {
      const until = new Date((await timeIn(tx)) + STANDS)
      return tx.lease.updateMany({ where: { name, holder }, data: { until } })
    }).catch(() => null)
    if (!kept?.count) lost.abort(new Error(`the lease ${name} was lost`))
  }
  try {
    await work(lost.signal)
    return true
  } finally {
    clearInterval(timer)
    atWork.delete(name)
    // Where that fails it runs out by itself.
    await write((tx) => endLease(tx, name)).catch(() => {})
  }
}

/** The time by which leases stand: servers that share a PostgreSQL have clocks of their own, which may be apart. */
const timeIn = async (tx: Tx): Promise<number> =>
  database().kind === 'sqlite' ? Date.now() : (await import('./postgresql')).timeIn(tx)

/** When a lease stands. One for longer than any is given is of a clock that was set back since. */
function standing(now: number) {
  return { gte: new Date(now), lte: new Date(now + 2 * STANDS) }
}

/** Takes a lease that is free, has run out, or is ours already. */
async function takeLease(name: string): Promise<boolean> {
  try {
    return await write(async (tx) => {
      const now = await timeIn(tx)
      const until = new Date(now + STANDS)
      const mine = { name, OR: [{ holder }, { NOT: { until: standing(now) } }] }
      const { count } = await tx.lease.updateMany({ where: mine, data: { holder, until } })
      if (count > 0) return true
      if (await tx.lease.findUnique({ where: { name }, select: { name: true } })) return false
      await tx.lease.create({ data: { name, holder, until }, select: { name: true } })
      return true
    })
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
}

/**
 * Within a transaction: who has a lease, so that what is written is their work and nobody else's. Ours
 * stays so while we work under it and nobody took it, though the machine slept, or its clock was set.
 */
export async function leaseIn(tx: Tx, name: string): Promise<'ours' | 'others' | 'free'> {
  const lease = await tx.lease.findFirst({
    where: { name, OR: [{ holder }, { until: standing(await timeIn(tx)) }] },
  })
  if (lease && lease.holder !== holder) return 'others'
  return lease && atWork.has(name) ? 'ours' : 'free'
}

/** Within a transaction: refuses `run_lost` where a lease is ours no more. */
export async function refuseLost(tx: Tx, name: string): Promise<void> {
  if ((await leaseIn(tx, name)) !== 'ours') throw runLost()
}

export const runLost = () =>
  new Refusal('run_lost', 'What this was a part of ended, or is done by somebody else by now.')

/** Ends a lease of ours together with what is written last. */
export const endLease = (tx: Tx, name: string) => tx.lease.deleteMany({ where: { name, holder } })

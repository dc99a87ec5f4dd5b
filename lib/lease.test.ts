import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { processIdentity } from '@/lib/process-identity'
import { onBothDatabases } from '@/tests/support/databases'
import {
  abandonedLeases,
  breakLease,
  releaseLease,
  keepLease,
  leaseHolder,
  leaseOn,
  type Lease,
  type LeaseKind,
  renewLease,
  takeLease,
} from './lease'

const KIND: LeaseKind = { table: 'jobs', beatEveryMs: 1_000, silenceMs: 20_000 }
const ID = 'job_to_hold'

const isLinux = process.platform === 'linux'

onBothDatabases((current) => {
  beforeEach(async () => {
    await current().write((tx) =>
      tx.run(
        `INSERT INTO jobs (id, kind, state, phase, progress, total, created_at, updated_at, beat_at)
         VALUES (?, 'seed', 'running', 'writing', 0, 0, 1, 1, 1)`,
        [ID],
      ),
    )
  })
  const take = (lease: Lease) => current().write((tx) => takeLease(tx, lease))
  const renew = (lease: Lease) => current().write((tx) => renewLease(tx, lease))
  const holder = () => leaseHolder(current().read, KIND, ID)
  const abandoned = () => current().write((tx) => abandonedLeases(tx, KIND))
  const passSilently = (ms: number) =>
    current().write((tx) => tx.run('UPDATE jobs SET beat_at = beat_at - ?', [ms]))
  const heldBy = (runner: string) =>
    current().write((tx) => tx.run(`UPDATE jobs SET runner = ?, beat_at = ${tx.clock}`, [runner]))

  describe('a lease', () => {
    test('is taken by only one of several that want it', async () => {
      const leases = [1, 2, 3].map(() => leaseOn(KIND, ID))
      const taken = await Promise.all(leases.map(take))
      expect(taken.filter(Boolean)).toHaveLength(1)
      expect(await holder()).toBe(leases[taken.indexOf(true)]?.holder)
    })

    test('is renewed by its holder only', async () => {
      const [mine, other] = [leaseOn(KIND, ID), leaseOn(KIND, ID)]
      await take(mine)
      expect([await renew(mine), await renew(other)]).toEqual([true, false])
    })

    test('can be taken again once released', async () => {
      const [first, second] = [leaseOn(KIND, ID), leaseOn(KIND, ID)]
      await take(first)
      await current().write((tx) => releaseLease(tx, first))
      expect(await holder()).toBe(null)
      expect(await take(second)).toBe(true)
    })

    test('is released by its holder only', async () => {
      const mine = leaseOn(KIND, ID)
      await take(mine)
      await current().write((tx) => releaseLease(tx, leaseOn(KIND, ID)))
      expect(await holder()).toBe(mine.holder)
    })

    test('on a missing row has no holder', async () => {
      expect(await take(leaseOn(KIND, 'job_unknown'))).toBe(false)
      expect(await leaseHolder(current().read, KIND, 'job_unknown')).toBe(null)
    })
  })

  describe('a holder is gone', () => {
    test('once it has been silent for too long, and not before', async () => {
      await heldBy('another machine:7:x')
      await passSilently(KIND.silenceMs - 10_000)
      expect(await abandoned()).toEqual([])
      await passSilently(11_000)
      expect(await abandoned()).toMatchObject([{ id: ID, runner: 'another machine:7:x' }])
    })

    test.runIf(isLinux)('at once when its process is seen to have ended', async () => {
      const child = spawn('sleep', ['60'])
      const identity = processIdentity(child.pid ?? 0)
      await heldBy(identity)
      expect(await abandoned()).toEqual([])
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(await abandoned()).toMatchObject([{ id: ID, runner: identity }])
    })

    test.runIf(isLinux)(
      'at once when its process has ended and nobody cleared it away',
      async () => {
        // The shell becomes a program that never asks for the end of the shell's child.
        const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'])
        onTestFinished(() => void parent.kill('SIGKILL'))
        const [said] = (await once(parent.stdout, 'data')) as [Buffer]
        const pid = Number(said.toString())
        await heldBy(processIdentity(pid))
        expect(await abandoned()).toEqual([])
        process.kill(pid, 'SIGKILL')
        await expect.poll(abandoned).toMatchObject([{ id: ID }])
      },
    )

    test.runIf(isLinux)('at once when an earlier process had the same id', async () => {
      const [place, pid, began] = processIdentity(process.pid).split(':')
      await heldBy(`${place}:${pid}:${Number(began) - 1}:of a process before`)
      expect(await abandoned()).toMatchObject([{ id: ID }])
    })

    test('but not because a process of its id is here: in a container ids recur', async () => {
      const [, began] = processIdentity(process.pid).split(`:${process.pid}:`)
      for (const place of ['another boot/4026531836', '']) {
        await heldBy(`${place}:${process.pid}:${began}`)
        expect(await abandoned()).toEqual([])
        await heldBy(`${place}:${spawnSync('true').pid}:1:of a process that is not here`)
        expect(await abandoned()).toEqual([])
      }
    })

    test('and loses the lease to only one of those that notice', async () => {
      await heldBy('another machine:7:x')
      await passSilently(KIND.silenceMs + 1_000)
      const [found] = await abandoned()
      if (!found) throw new Error('nothing was found')
      const broken = await Promise.all(
        [1, 2].map(() => current().write((tx) => breakLease(tx, KIND, found))),
      )
      expect(broken.filter(Boolean)).toHaveLength(1)
      expect(await holder()).toBe(null)
    })

    test('but not if it has sent a heartbeat since', async () => {
      const mine = leaseOn(KIND, ID)
      await take(mine)
      await passSilently(KIND.silenceMs + 1_000)
      const [found] = await abandoned()
      if (!found) throw new Error('nothing was found')
      await renew(mine)
      expect(await current().write((tx) => breakLease(tx, KIND, found))).toBe(false)
      expect(await holder()).toBe(mine.holder)
    })
  })
})

describe('heartbeats', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    return () => vi.useRealTimers()
  })

  test('are sent one at a time, even on a slow database', async () => {
    let finish = () => {}
    const beat = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    const stop = keepLease(leaseOn(KIND, ID), beat)
    vi.advanceTimersByTime(3 * KIND.beatEveryMs)
    expect(beat).toHaveBeenCalledTimes(1)
    finish()
    await stop()
  })

  test('continue after one that failed', async () => {
    const beat = vi.fn(() => Promise.reject(new Error('refused')))
    const stop = keepLease(leaseOn(KIND, ID), beat)
    vi.advanceTimersByTime(KIND.beatEveryMs)
    const beats = () => {
      vi.advanceTimersByTime(KIND.beatEveryMs)
      return beat.mock.calls.length
    }
    await expect.poll(beats).toBeGreaterThan(1)
    await stop()
  })

  test('stop, and the one under way is awaited', async () => {
    const order: string[] = []
    const beat = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      order.push('sent')
    }
    const stop = keepLease(leaseOn(KIND, ID), beat)
    vi.advanceTimersByTime(KIND.beatEveryMs)
    await stop()
    order.push('ended')
    vi.advanceTimersByTime(3 * KIND.beatEveryMs)
    expect(order).toEqual(['sent', 'ended'])
    expect(vi.getTimerCount()).toBe(0)
  })
})

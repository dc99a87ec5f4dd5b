import { setTimeout as pause } from 'node:timers/promises'
import { drain, post } from './http-call'
import { clocked } from './measure'
import { type Row, rowOf } from './row'

/** What others wait for beside a long task. */

/** Between two requests of one kind, in milliseconds: separate callers, not a load test. */
const PAUSE_MS = 10

/** A long task is aborted after this, in milliseconds; measurements until then count. */
const MAX_MS = 60_000

/** Requests of others, by their names. */
export type Probes = Record<string, () => Promise<unknown>>

/** Whether the server is up, and a read and a write of a memory in this store. */
export async function probesOf(url: string, storeId: string): Promise<Probes> {
  const memories = `${url}/v1/memory_stores/${storeId}/memories`
  const content = 'what somebody else remembers\n'.repeat(30)
  const first = await post<{ id: string }>(memories, { path: '/first.md', content })
  let made = 0
  return {
    '/healthz': () => drain(`${url}/healthz`),
    'a read': () => drain(`${memories}/${first.id}`),
    'a write': () => post(memories, { path: `/written/${made++}.md`, content }),
  }
}

/** The latencies of the probes, repeated until a long task ends. */
export async function during(
  name: string,
  probes: Probes,
  run: (signal: AbortSignal) => Promise<unknown>,
): Promise<Row[]> {
  let isOver = false
  const probing = Object.entries(probes).map(async ([probe, probeOnce]) => {
    const times: number[] = []
    do {
      times.push(await clocked(probeOnce)())
      await pause(PAUSE_MS)
    } while (!isOver)
    return { probe, times }
  })
  const leaving = AbortSignal.timeout(MAX_MS)
  const taking = clocked(() =>
    run(leaving).catch((error: unknown) => {
      if (!leaving.aborted) throw error
    }),
  )
  const took = ((await taking()) / 1000).toFixed(1)
  isOver = true
  return (await Promise.all(probing)).map(({ probe, times }) =>
    rowOf(name, probe, [[{ times }]], {
      notes: [
        `longest ${Math.max(...times).toFixed(1)} ms of ${times.length}`,
        `${leaving.aborted ? 'broken off after' : 'took'} ${took} s`,
      ],
    }),
  )
}

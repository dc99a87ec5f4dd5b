import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOKED_MS = 3_000
const BUSY_SHARE = 0.02
const WORTH_BYTES = 32 * 2 ** 20

/**
 * Gives back the memory of pages and exports that are over once nobody asks for anything: the engine collects
 * garbage as calls fill its heap, and without them never. It holds the loop for less than a tenth of a second.
 */
export function collectAtRest(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let last = performance.eventLoopUtilization()
  let kept = 0
  let times = 0
  setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(last)
    last = performance.eventLoopUtilization()
    // The first time frees, the second hands back what the first left empty.
    if (getHeapStatistics().used_heap_size - kept > WORTH_BYTES) times = 2
    if (utilization > BUSY_SHARE || times === 0) return
    times--
    collect()
    kept = getHeapStatistics().used_heap_size
  }, LOOKED_MS).unref()
}

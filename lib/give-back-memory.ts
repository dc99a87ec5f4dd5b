import v8 from 'node:v8'
import vm from 'node:vm'

/** Interval of the check whether the process is idle, milliseconds. */
const POLL_INTERVAL_MS = 10_000

/** With less processor time than this between two looks it rests: timers alone take up to half. */
const IDLE_CPU_MS = 500

/**
 * Has V8 collect its garbage once when the process begins to rest after work: by itself it collects
 * only while memory is asked for, and keeps what the last requests left for as long as none come.
 * Returns the function that stops it.
 */
export function collectGarbageWhenIdle(collect: () => void = collector()): () => void {
  let last = processorTime()
  let hasWorked = true
  const timer = setInterval(() => {
    const isResting = processorTime() - last < IDLE_CPU_MS
    if (isResting && hasWorked) collect()
    hasWorked = !isResting
    last = processorTime()
  }, POLL_INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}

function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** V8's own function, which a context has that is made while the flag is set. */
function collector(): () => void {
  v8.setFlagsFromString('--expose-gc')
  const collect = vm.runInNewContext('gc') as () => void
  v8.setFlagsFromString('--no-expose-gc')
  return collect
}

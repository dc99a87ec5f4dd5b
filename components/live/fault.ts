import { useEffect, useEffectEvent, useState } from 'react'

/** How often it is asked whether the database is back; milliseconds. */
const ASK_MS = 2_000

/**
 * What is wrong with the database or the server, as that says; null: nothing, or it is not known yet. Calls
 * `retry` once it is back.
 */
export function useFault(retry: () => void): string | null {
  const [fault, setFault] = useState<string | null>(null)
  const back = useEffectEvent(retry)
  useEffect(() => {
    const leave = new AbortController()
    let wasDown = false
    const look = async () => {
      const found = await askFault(leave.signal)
      if (leave.signal.aborted) return
      if (wasDown && found === null) back()
      wasDown ||= found !== null
      setFault(found)
    }
    void look()
    const timer = setInterval(() => void look(), ASK_MS)
    return () => {
      leave.abort()
      clearInterval(timer)
    }
  }, [])
  return fault
}

/** What keeps the server from answering pages, as it says, or that it answers nothing; null: nothing does. */
async function askFault(signal: AbortSignal): Promise<string | null> {
  const response = await fetch('/readyz', { signal }).catch(() => null)
  if (response === null) return 'no_answer'
  if (response.ok) return null
  const said = (await response.json().catch(() => null)) as { kind?: string } | null
  return said?.kind ?? 'unreachable'
}

/** Loads a part of a page, after a while again where that gets no answer: a part that failed takes its page along. */
export const patiently = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(async (error: Error) => {
    if (error.name !== 'ChunkLoadError') throw error
    await new Promise((done) => setTimeout(done, ASK_MS))
    return patiently(load)
  })

'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { BACK_SHOWN_MS, type Connection } from './connection'
import { followStream } from './follow-stream'

/** Changes within this are shown together; milliseconds. */
const QUIET_MS = 300

/** Among changes without a pause, what is shown is no older; milliseconds. */
const OLDEST_MS = 1_000

/**
 * Calls `onChange` soon after the stream says that something changed. What happened while the
 * connection was lost is counted by the server, and held back until `show` is called, so that
 * nothing moves under the reader; so is what comes after it.
 */
export function useLivePage(
  stream: string,
  onChange: () => void,
): { connection: Connection; show: () => void } {
  const [connection, setConnection] = useState<Connection>({ state: 'connected' })
  const changed = useEffectEvent(onChange)
  /** since when nothing was shown; null: all is */
  const staleSince = useRef<number | null>(null)
  useEffect(() => {
    let quiet: ReturnType<typeof setTimeout> | undefined
    let unshownSince: number | null = null
    let shown: ReturnType<typeof setTimeout> | undefined
    let lostAt: number | null = null
    let lostSeconds = 0
    staleSince.current = null
    const changeSoon = () => {
      clearTimeout(quiet)
      unshownSince ??= performance.now()
      const left = unshownSince + OLDEST_MS - performance.now()
      quiet = setTimeout(
        () => {
          unshownSince = null
          changed()
        },
        Math.min(QUIET_MS, left),
      )
    }
    const stop = followStream({
      address: () => {
        const since = staleSince.current
        return since === null ? stream : `${stream}?lostFor=${Date.now() - since}`
      },
      on: {
        changed: () => {
          if (staleSince.current === null) changeSoon()
        },
        missed: (data) => {
          const { count } = JSON.parse(data) as { count: number }
          // A page that was hidden meanwhile comes back without having been lost again.
          if (lostAt !== null) lostSeconds = Math.round((Date.now() - lostAt) / 1000)
          lostAt = null
          clearTimeout(shown)
          setConnection({ state: 'back', seconds: lostSeconds, missed: count })
          if (count > 0) return
          staleSince.current = null
          // What is not counted may have changed: a store that was deleted.
          changeSoon()
          shown = setTimeout(() => setConnection({ state: 'connected' }), BACK_SHOWN_MS)
        },
      },
      onLost: () => {
        clearTimeout(shown)
        clearTimeout(quiet)
        unshownSince = null
        lostAt ??= Date.now()
        staleSince.current ??= lostAt
        setConnection({ state: 'lost', since: staleSince.current })
      },
    })
    return () => {
      clearTimeout(quiet)
      clearTimeout(shown)
      stop()
    }
  }, [stream])
  const show = () => {
    staleSince.current = null
    setConnection({ state: 'connected' })
    onChange()
  }
  return { connection, show }
}

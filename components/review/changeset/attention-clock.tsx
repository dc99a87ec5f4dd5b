'use client'

import { useEffect } from 'react'
import { Attention } from './attention'

/** Interval at which the measured time is reported while the page stays open; milliseconds. */
const REPORT_EVERY_MS = 60_000

/** Channel on which the windows of one browser tell each other where somebody is. */
const CHANNEL = 'palimpsest:attention'

const SIGNS = ['keydown', 'pointermove', 'pointerdown', 'wheel', 'touchmove'] as const

/**
 * Measures for how long a changeset is before somebody's eyes: while its page is visible and
 * somebody does something there, and in one window at a time. Reported each minute and when the page
 * is left.
 */
export function AttentionClock({ changesetId }: { changesetId: string }) {
  useEffect(() => {
    const attention = new Attention(performance.now(), !document.hidden)
    const windows = new BroadcastChannel(CHANNEL)
    let isHere = false
    const claim = () => {
      if (!isHere) windows.postMessage(null)
      isHere = true
    }
    windows.onmessage = () => {
      isHere = false
      attention.leave(performance.now())
    }
    if (!document.hidden) claim()
    const notice = () => {
      claim()
      attention.sign(performance.now())
    }
    const report = () => {
      const visibleMs = Math.round(attention.take(performance.now()))
      if (visibleMs < 1) return
      // A beacon outlives the page; nobody waits for it, and what is lost is a minute at most.
      const told = new Blob([JSON.stringify({ visibleMs })], { type: 'application/json' })
      navigator.sendBeacon(`/review/${changesetId}/attention`, told)
    }
    const turn = () => {
      attention.show(performance.now(), !document.hidden)
      if (document.hidden) report()
      else claim()
    }
    for (const sign of SIGNS) window.addEventListener(sign, notice, { passive: true })
    document.addEventListener('visibilitychange', turn)
    window.addEventListener('pagehide', report)
    const timer = setInterval(report, REPORT_EVERY_MS)
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, notice)
      document.removeEventListener('visibilitychange', turn)
      window.removeEventListener('pagehide', report)
      clearInterval(timer)
      windows.close()
      report()
    }
  }, [changesetId])
  return null
}

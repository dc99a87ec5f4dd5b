'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ask } from '@/components/queries/ask'
import type { PolicyDraft } from '@/lib/review/model/policy'
import type { ShownDryRun } from './dry-run-answer'

const loadAnswer = async () => (await import('./dry-run-answer')).dryRunAnswer

export type DryRunDays = 7 | 30 | 90

export interface DryRunState {
  /** of the last one that came to its end; null: none did yet */
  run: ShownDryRun | null
  /** stopped: by the person; faulty: the draft says something that no policy may */
  state: 'running' | 'done' | 'stopped' | 'faulty' | 'failed'
  /** in words, of a faulty draft */
  why: string | null
  start: () => void
  stop: () => void
}

/** Time without typing after which a rule is tried; milliseconds. */
const DEBOUNCE_MS = 400

/** Tries a draft on the past, and again whenever it changes. The one before is then stopped. */
export function useDryRun(storeId: string, draft: PolicyDraft, days: DryRunDays): DryRunState {
  const [run, setRun] = useState<ShownDryRun | null>(null)
  const [state, setState] = useState<DryRunState['state']>('running')
  const [why, setWhy] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const body = JSON.stringify({ draft, days })

  const start = async () => {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    setState('running')
    try {
      const answer = await ask(loadAnswer, `/stores/${storeId}/policy/dry-run`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        signal: own.signal,
      })
      if (running.current !== own) return
      if (answer.run) setRun(answer.run)
      setWhy(answer.why)
      setState(answer.run ? 'done' : 'faulty')
    } catch {
      if (running.current !== own) return
      setWhy(null)
      setState(own.signal.aborted ? 'stopped' : 'failed')
    }
  }
  const startNow = useEffectEvent(() => void start())
  const isFirst = useRef(true)
  useEffect(() => {
    const rest = isFirst.current ? 0 : DEBOUNCE_MS
    isFirst.current = false
    const timer = setTimeout(startNow, rest)
    return () => clearTimeout(timer)
  }, [body])
  useEffect(() => () => running.current?.abort(), [])
  return { run, state, why, start: () => void start(), stop: () => running.current?.abort() }
}

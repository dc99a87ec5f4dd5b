'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useState, useTransition } from 'react'
import { holdStill } from '@/components/live/use-live'
import { useToast } from '@/components/ui/toast'
import type { Action, Result } from './act'

/** After this long without an answer, what is not known is said; milliseconds. */
const PATIENCE_MS = 20_000

export interface ActOptions<R> {
  /** called once it is done; what it returns is said in a toast */
  done?: (value: R) => ReactNode | void
  /** takes it back: the toast offers it */
  undo?: (value: R) => Promise<Result<unknown>>
  /** the page was stale: what stands there now */
  stale?: (now: R) => void
}

export interface Act<I, R> {
  run: (input: I) => Promise<Result<R>>
  /** while it runs; a button says so by `isBusy` and keeps focus and width */
  isBusy: boolean
  /** why the last one was not done, in the reader's language */
  why: string | null
}

/**
 * Runs an action from a button or a form. The toast with *Undo* is shown here, the page is rendered
 * anew by the action's answer; a component does neither.
 */
export function useAct<I, R>(action: Action<I, R>, on: ActOptions<R> = {}): Act<I, R> {
  const t = useTranslations('Common')
  const show = useToast()
  const [isBusy, start] = useTransition()
  const [why, setWhy] = useState<string | null>(null)

  const answered = async <T>(answer: Promise<Result<T>>): Promise<Result<T>> => {
    const unanswered: Result<T> = { ok: false, code: 'unanswered', why: t('unanswered') }
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<Result<T>>((resolve) => {
      timer = setTimeout(() => resolve(unanswered), PATIENCE_MS)
    })
    // Its answer renders the page anew; news of it would do so before.
    const release = holdStill()
    return Promise.race([answer.catch(() => unanswered), late]).finally(() => {
      clearTimeout(timer)
      release()
    })
  }

  const takeBack = (value: R) =>
    start(async () => {
      if (on.undo === undefined) return
      const result = await answered(on.undo(value))
      if (!result.ok) setWhy(result.why)
      show({ text: result.ok ? t('undone') : result.why })
    })

  const run = (input: I) =>
    new Promise<Result<R>>((resolve) => {
      setWhy(null)
      start(async () => {
        const result = await answered(action(input))
        resolve(result)
        if (result.ok) {
          const text = on.done?.(result.value)
          if (text === undefined || text === null) return
          show({ text, undo: on.undo && (() => takeBack(result.value)) })
          return
        }
        setWhy(result.why)
        if ('now' in result && result.now !== undefined) on.stale?.(result.now)
      })
    })
  return { run, isBusy, why }
}

import { unstable_isUnrecognizedActionError as isOfOtherBuild, useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ReactNode, startTransition, useState } from 'react'
import { staysHere } from '@/components/live/leaving'
import { holdStill } from '@/components/live/use-live'
import { type Toast, useActBegins, useToast } from '@/components/ui/toast'
import type { Action, Result } from './act'

/** After this long without an answer, what is not known is said; milliseconds. */
const PATIENCE_MS = 20_000

interface Sent {
  action: unknown
  input: string
  answer: Promise<unknown>
  /** it was given up, and may still be answered */
  isOverdue?: boolean
}

/** The act that was begun last in this window: a late answer to any other does nothing. */
let last: Sent | null = null

/** Pressed again while it is overdue, an act would wait behind itself and be done twice: it is sent once. */
function sent<I, R>(action: Action<I, R>, given: I): [Sent, Promise<Result<R>>] {
  const input = JSON.stringify(given)
  const isSame = last?.action === action && last.input === input && last.isOverdue
  const answer = isSame ? (last?.answer as Promise<Result<R>>) : action(given)
  return [(last = { action, input, answer }), answer]
}

/** Takes an act back. Where it answers an `Undone`, the toast says what stayed. */
export type Undo = () => Promise<Result<unknown>>

/** How much of what was to be taken back stayed, since somebody changed it meanwhile: memories. */
export interface Undone {
  stayed: number
}

const stayedIn = (value: unknown): number =>
  typeof value === 'object' && value !== null && 'stayed' in value ? Number(value.stayed) : 0

export interface ActOptions<R> {
  /** called once it is done; what it returns is said in a toast */
  done?: (value: R) => ReactNode | void
  /** what takes it back, which the toast offers; null: nothing has changed by it */
  undo?: (value: R) => Undo | null
  /** where it leads once it is done, unless the reader has gone elsewhere meanwhile */
  to?: (value: R) => string | null
  /** the page was stale: what stands there now */
  stale?: (now: R) => void
}

export interface Act<I, R> {
  run: (input: I) => Promise<Result<R>>
  /** while it runs; a button says so by `isBusy` and keeps focus and width */
  isBusy: boolean
  /** why the last one was not done, in the reader's language */
  why: string | null
  /** the reader went on from why it was not done */
  forget: () => void
}

/**
 * Runs an action from a button or a form. The toast with *Undo* is shown here, the page is rendered
 * anew by the action's answer; a component does neither.
 */
export function useAct<I, R>(action: Action<I, R>, on: ActOptions<R> = {}): Act<I, R> {
  const t = useTranslations('Common')
  const show = useToast()
  const begin = useActBegins()
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const [why, setWhy] = useState<string | null>(null)

  const answered = async <T>(answer: Promise<Result<T>>): Promise<Result<T>> => {
    const unanswered: Result<T> = { ok: false, code: 'unanswered', why: t('unanswered') }
    const failed = (error: unknown): Result<T> =>
      isOfOtherBuild(error) ? { ok: false, code: 'outdated', why: t('outdated') } : unanswered
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<Result<T>>((resolve) => {
      timer = setTimeout(() => resolve(unanswered), PATIENCE_MS)
    })
    // Its answer renders the page anew; news of it would do so before.
    const release = holdStill()
    return Promise.race([answer.catch(failed), late]).finally(() => {
      clearTimeout(timer)
      release()
    })
  }

  // No transition of its own, which would hold back where the reader goes meanwhile until it ends. With the
  // page that its answer renders, a button is no longer busy.
  const whileBusy = async (work: () => Promise<void>) => {
    setBusy(true)
    await work().finally(() => startTransition(() => setBusy(false)))
  }

  const takeBack = (undo: Undo) =>
    void whileBusy(async () => {
      last = null
      const result = await answered(undo())
      if (!result.ok) setWhy(result.why)
      show({ text: result.ok ? t('undone', { stayed: stayedIn(result.value) }) : result.why })
    })

  const conclude = (result: Result<R>, isHere: () => boolean): Toast | null => {
    if (!result.ok) {
      setWhy(result.why)
      if ('now' in result && result.now !== undefined) on.stale?.(result.now)
      return null
    }
    const to = isHere() ? on.to?.(result.value) : null
    if (to) router.push(to)
    const text = on.done?.(result.value) ?? null
    if (text === null) return null
    const undo = on.undo?.(result.value)
    return { text, undo: undo ? () => takeBack(undo) : undefined }
  }

  const run = (input: I) =>
    new Promise<Result<R>>((resolve) => {
      const end = begin()
      const isHere = staysHere()
      setWhy(null)
      void whileBusy(async () => {
        const [act, answer] = sent(action, input)
        const result = await answered(answer)
        resolve(result)
        end(conclude(result, isHere))
        // It may still come: then it counts, unless the reader has gone on.
        if (result.ok || result.code !== 'unanswered') return
        act.isOverdue = true
        void answer
          .finally(() => (act.isOverdue = false))
          .then(
            (late) => {
              if (act !== last || !isHere()) return
              setWhy(null)
              const toast = conclude(late, isHere)
              if (toast) show(toast)
            },
            () => undefined,
          )
      })
    })
  return { run, isBusy, why, forget: () => setWhy(null) }
}

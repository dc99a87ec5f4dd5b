import { unstable_isUnrecognizedActionError as isOfOtherBuild } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useActionState } from 'react'
import { lineNow, noteBuild } from '@/components/live/follow'
import { useHydrated } from '@/components/ui/time'
import type { Problem } from './problem-words'

/** A refusal of a page's own route, or an answer that could not be had. */
export class Unanswered extends Error {
  constructor(
    message: string,
    /** null: there was no answer to read */
    readonly problem: Problem | null,
    readonly status = 0,
  ) {
    super(message)
  }
}

/** How long an answer is waited for that nobody takes back; milliseconds. */
const PATIENCE_MS = 20_000

/** How soon is asked again what got no whole answer, where nothing else would ask; milliseconds. */
export const AGAIN_MS = 2_000
export const untilAnswered = ({ state }: { state: { status: string } }) =>
  state.status === 'error' && AGAIN_MS

/** Waits, before it is asked again. */
export const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Asks one of the pages' own routes; `T` is what the route says that it answers. `body`: what the question is
 * about, where that is too long, or too private, for an address.
 *
 * @throws Unanswered the route's refusal, or that nothing came, as of what went over a connection that was lost
 */
export async function ask<T>(
  address: string,
  signal = AbortSignal.timeout(PATIENCE_MS),
  body?: unknown,
): Promise<T> {
  const asked = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const headers = { accept: 'application/json' }
  const either = AbortSignal.any([signal, lineNow()])
  const response = await fetch(address, { signal: either, headers, ...asked })
  noteBuild(response.headers.get('x-build'))
  // An answer that is cut off is none.
  if (response.ok) return (await response.json()) as T
  const answer: unknown = await response.json().catch(() => null)
  const problem = isProblem(answer) ? answer : null
  throw new Unanswered(problem?.message ?? response.statusText, problem, response.status)
}

type Question = () => Promise<unknown>

/**
 * Asks one question at a time, again where it fails, then the last that came meanwhile: asked anew with each
 * of some news, none would ever be answered. A lost connection is said elsewhere.
 */
export function oneAtATime(): (question: Question) => void {
  let isUnderWay = false
  let next: Question | null = null
  const go = async () => {
    if (isUnderWay) return
    isUnderWay = true
    for (let now = next; now; now = next) {
      next = null
      await now().catch(async (error: unknown) => {
        if (error instanceof Unanswered && error.status < 500) return
        await after(AGAIN_MS)
        next ??= now
      })
    }
    isUnderWay = false
  }
  return (question) => {
    next = question
    void go()
  }
}

export function isProblem(answer: unknown): answer is Problem {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'message' in answer
}

/**
 * What a form asked for, and came of it. Where no answer comes, `why` says so, and the page stays as it is.
 * Without a script the server's own action takes the form.
 */
export function useAsked<S extends { why: string | null }>(
  action: (before: Awaited<S>, form: FormData) => Promise<Awaited<S>>,
  first: Awaited<S>,
) {
  const lost = useTranslations('Faults')('no_answer')
  const outdated = useTranslations('Common')('outdated')
  const patient: typeof action = (before, form) =>
    action(before, form).catch((error: Error) => {
      // What the server failed at is told by its page.
      if ('digest' in error) throw error
      return { ...before, why: isOfOtherBuild(error) ? outdated : lost }
    })
  return useActionState(useHydrated() ? patient : action, first)
}

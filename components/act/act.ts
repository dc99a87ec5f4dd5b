import 'server-only'
import { revalidatePath } from 'next/cache'
import { headers } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { refusalOf } from '@/lib/db/faults'
import { untilDone } from '@/lib/ending'
import { perProcess } from '@/lib/per-process'
import type { Refusal } from '@/lib/refusal'
import { BY_PERSON, type Cause } from '@/lib/store/model/actor'
import { forgetsOnRedaction } from '@/lib/store/redact/forget'
import { keptIn } from '@/lib/text/lists'
import { problemWords } from './problem-words'

/** What became of an act. `now`: what stands there, where the page was stale. */
export type Result<R> =
  | { ok: true; value: R }
  | { ok: false; code: string; why: string; now?: R }
  | { ok: false; code: 'unanswered'; why: string }

export type Action<I, R> = (input: I) => Promise<Result<R>>

declare const mark: unique symbol

/** A schema of input that names what the person was shown. */
export type Shown<T extends z.ZodRawShape = z.ZodRawShape> = z.ZodObject<T> & {
  readonly [mark]: true
}

/**
 * The input of an act on something shown. `seen` names what was shown and is compared with what
 * stands there: a hash, a revision, the end of a history. `rest` is what the act needs besides.
 */
export function shown<T extends z.ZodRawShape, U extends z.ZodRawShape>(
  seen: T,
  rest: U,
): Shown<T & U> {
  return z.object({ ...seen, ...rest }) as unknown as Shown<T & U>
}

/** Thrown by an act whose page was stale, with what stands there now. */
export class Stale<R> extends Error {
  constructor(
    readonly refusal: Refusal,
    readonly now: R,
  ) {
    super(refusal.message)
  }
}

/**
 * An act that makes something new: nothing was shown that could be another by now. Refusals come back
 * as words, and the page at `shownOn` is rendered anew with the answer. Input that does not fit the
 * schema is a fault of the page, and throws.
 */
export function create<S extends z.ZodType, R>(
  schema: S,
  work: (input: z.output<S>, by: Cause) => Promise<R>,
  shownOn?: string | ((input: z.output<S>, result: R) => string | null),
): Action<z.input<S>, R> {
  return async (given) => {
    const input = schema.parse(given)
    try {
      const value = await onceSent(() => untilDone(work(input, BY_PERSON)))
      const path = typeof shownOn === 'string' ? shownOn : (shownOn?.(input, value) ?? null)
      if (path !== null) revalidatePath(path)
      return { ok: true, value }
    } catch (error) {
      return await refused<R>(error)
    }
  }
}

/** For how long after its end an act is known again; milliseconds. */
const KNOWN_MS = 300_000

const known = perProcess(
  'acts by how they were sent',
  () => new Map<string, Promise<unknown> | null>(),
)

// An answer may hold a text, as of what was flagged. That it was done stays known.
forgetsOnRedaction('answers of acts', () => {
  for (const sent of known.keys()) known.set(sent, null)
})

/**
 * Does once what is sent once: over a connection that breaks a browser sends it again, though it may be done.
 * So it throws, as where no answer comes, if what became of it cannot be told: it was sent before this process began.
 */
async function onceSent<R>(work: () => Promise<R>): Promise<R> {
  const given = await headers()
  const sent = given.get('x-sent')
  if (sent === null) return work()
  const isOfOther = !known.has(sent) && Number(given.get('x-age')) > process.uptime() * 1000
  if (isOfOther || known.get(sent) === null) throw new Error('It may have been done before.')
  const forget = () => setTimeout(() => known.delete(sent), KNOWN_MS).unref()
  return (await keptIn(known, sent, () => work().finally(forget))) as R
}

/** An act on something that the page shows: its schema says what, so that a stale page does nothing. */
export function act<S extends Shown, R>(
  ...given: Parameters<typeof create<S, R>>
): Action<z.input<S>, R> {
  return create(...given)
}

/** Why it was not done, of a refusal or a fault of the database; throws what is neither. */
export async function refused<R>(error: unknown): Promise<Extract<Result<R>, { ok: false }>> {
  const refusal = error instanceof Stale ? error.refusal : refusalOf(error)
  if (refusal === null) throw error
  const why = problemWords(await getTranslations('Problems'), refusal)
  const answer = { ok: false as const, code: refusal.code, why }
  return error instanceof Stale ? { ...answer, now: error.now as R } : answer
}

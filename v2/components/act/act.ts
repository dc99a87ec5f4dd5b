import 'server-only'
import { revalidatePath } from 'next/cache'
import { getTranslations } from 'next-intl/server'
import type { z } from 'zod'
import { faultAsRefusal } from '@/lib/db/faults'
import { untilDone } from '@/lib/ending'
import { isRefusal, type Refusal } from '@/lib/refusal'
import { BY_PERSON, type Cause } from '@/lib/store/model/actor'
import { problemWords } from './problem-words'
import type { Action, Result } from './result'
import type { Shown } from './shown'

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
 * An act on something that the page shows. Refusals come back as words, and the page at `shownOn` is
 * rendered anew with the answer. Input that does not fit the schema is a fault of the page, and throws.
 */
export function act<S extends Shown, R>(
  schema: S,
  work: (input: z.output<S>, by: Cause) => Promise<R>,
  shownOn?: (input: z.output<S>, result: R) => string | null,
): Action<z.input<S>, R> {
  return answerOf(schema, work, shownOn)
}

/** An act that makes something new: nothing was shown that could be another by now. */
export function create<S extends z.ZodType, R>(
  schema: S,
  work: (input: z.output<S>, by: Cause) => Promise<R>,
  shownOn?: (input: z.output<S>, result: R) => string | null,
): Action<z.input<S>, R> {
  return answerOf(schema, work, shownOn)
}

function answerOf<S extends z.ZodType, R>(
  schema: S,
  work: (input: z.output<S>, by: Cause) => Promise<R>,
  shownOn: ((input: z.output<S>, result: R) => string | null) | undefined,
): Action<z.input<S>, R> {
  return async (given) => {
    const input = schema.parse(given)
    try {
      const value = await untilDone(work(input, BY_PERSON))
      const path = shownOn?.(input, value) ?? null
      if (path !== null) revalidatePath(path)
      return { ok: true, value }
    } catch (error) {
      return await refused<R>(error)
    }
  }
}

async function refused<R>(error: unknown): Promise<Result<R>> {
  const refusal = refusalIn(error)
  if (refusal === null) throw error
  const why = problemWords(await getTranslations('Problems'), refusal)
  const answer = { ok: false as const, code: refusal.code, why }
  return error instanceof Stale ? { ...answer, now: error.now as R } : answer
}

function refusalIn(error: unknown): Refusal | null {
  if (error instanceof Stale) return error.refusal
  return isRefusal(error) ? error : faultAsRefusal(error)
}

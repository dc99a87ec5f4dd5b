import { hasModelServer } from '@/lib/agent/model-client'
import { RE2JS } from 're2js'
import { PRACTICE_MODEL } from '@/lib/agent/session-settings'
import { foldedWords } from '@/lib/text/folded-words'
import { type Check, checkSchema } from './model/check'
import { refuseReplay } from './problems'
import type { Answer } from './turn/turn'

/**
 * Returns whether a check holds in an answer; null: a model or a person is asked. Case, white space
 * and marks of Markdown do not count in texts; in patterns everything does.
 */
export function holds(check: Check, answer: Answer): boolean | null {
  switch (check.type) {
    case 'contains':
      return foldedWords(wordsOf(answer)).includes(foldedWords(check.text))
    case 'lacks':
      return !foldedWords(wordsOf(answer)).includes(foldedWords(check.text))
    case 'matches':
      return RE2JS.compile(check.pattern).matcher(wordsOf(answer)).find()
    case 'calls':
      return answer.calls.some(
        ({ name, input }) => name === check.name && isInputLike(check.inputPattern, input),
      )
    case 'judged':
    case 'person':
      return null
  }
}

/** The requests that the checks of one answer take: one for each that a model decides. */
export function judgingRequests(checks: readonly Check[]): number {
  return checks.filter(({ type }) => type === 'judged').length
}

/**
 * Returns whether only the practice agent is asked, for answers and by checks, as it is for all where
 * there is no model server: it costs nothing.
 */
export function isFreeWith(model: string, checks: readonly Check[]): boolean {
  return !hasModelServer() || modelsAsked(model, checks).every((asked) => asked === PRACTICE_MODEL)
}

/** The models that are asked: the one that answers, and those that judge its answers. */
export function modelsAsked(model: string, checks: readonly Check[]): string[] {
  const judges = checks.flatMap((check) => (check.type === 'judged' ? [check.model] : []))
  return [model, ...judges]
}

/** A check as it was given. Refuses `check_invalid`, also for a pattern that is none. */
export function parsedCheck(input: unknown): Check {
  const parsed = checkSchema.safeParse(input)
  if (!parsed.success) {
    const reason = parsed.error.issues[0]?.message ?? 'it is not a check'
    return refuseReplay({ kind: 'check_invalid', reason })
  }
  const reason = patternProblem(parsed.data)
  return reason === null ? parsed.data : refuseReplay({ kind: 'check_invalid', reason })
}

/** A check of work that waits for nobody but models. Refuses `check_invalid`. */
export function unattendedCheck(input: unknown): Check {
  const check = parsedCheck(input)
  const reason = attendedProblem(check)
  return reason === null ? check : refuseReplay({ kind: 'check_invalid', reason })
}

/** Returns the reason why work that waits for nobody cannot make a check; null: it can. */
export function unattendedProblem(check: Check): string | null {
  return attendedProblem(check) ?? patternProblem(check)
}

function attendedProblem({ type }: Check): string | null {
  return type === 'person'
    ? 'nobody is waited for to mark the answers; ask for causes or a replay'
    : null
}

function patternProblem(check: Check): string | null {
  const pattern =
    check.type === 'matches' ? check.pattern : check.type === 'calls' ? check.inputPattern : null
  if (pattern == null) return null
  try {
    RE2JS.compile(pattern)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : 'it is no pattern'
  }
}

function isInputLike(pattern: string | undefined, input: unknown): boolean {
  return pattern === undefined || RE2JS.compile(pattern).matcher(JSON.stringify(input)).find()
}

function wordsOf({ texts }: Answer): string {
  return texts.join('\n')
}

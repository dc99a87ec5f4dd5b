/** Tokens of one answer, as the API counts them (Messages API, usage). */
export interface Usage {
  inputTokens: number
  outputTokens: number
  cacheReadTokens: number
  cacheCreationTokens: number
}

/** How large a context is. */
export interface ContextSize {
  /** as the API counted it last; 0 where it has not yet */
  measured: number
  /** a guess at what came since */
  estimated: number
}

export const NO_SIZE: ContextSize = { measured: 0, estimated: 0 }

/** What happened to a context, for its size. */
export type SizeStep =
  /** an answer came, with its usage; null: it carries none */
  | { kind: 'answer'; usage: Usage | null }
  /** so many tokens were added, by a guess */
  | { kind: 'added'; tokens: number }
  /** the context begins anew at this size */
  | { kind: 'anew'; tokens: number; isCounted: boolean }

/** All that the context of an answer holds: what went in, from the cache or not, and what came out. */
export function usedTokens(usage: Usage): number {
  return usage.inputTokens + usage.cacheCreationTokens + usage.cacheReadTokens + usage.outputTokens
}

/** What went in, from the cache or not. */
export function inputTokens(usage: Usage): number {
  return usage.inputTokens + usage.cacheCreationTokens + usage.cacheReadTokens
}

/** The size after one more step. An answer without usage says nothing. */
export function sizeAfter(size: ContextSize, step: SizeStep): ContextSize {
  switch (step.kind) {
    case 'added':
      return { ...size, estimated: size.estimated + step.tokens }
    case 'anew':
      return step.isCounted
        ? { measured: step.tokens, estimated: 0 }
        : { measured: 0, estimated: step.tokens }
    case 'answer':
      // A server that does not count says zero.
      if (!step.usage || inputTokens(step.usage) === 0) return size
      return { measured: usedTokens(step.usage), estimated: 0 }
  }
}

/**
 * The size by the rule of the agent page, "Token accounting": the usage of the newest answer that
 * carries one, found from the end backwards, and a guess at what was added since. The same as
 * folding the steps with `sizeAfter`, which is how it is kept.
 */
export function sizeOf(steps: readonly SizeStep[]): ContextSize {
  let estimated = 0
  for (let index = steps.length - 1; index >= 0; index--) {
    const step = steps[index]
    if (step?.kind === 'added') estimated += step.tokens
    if (step?.kind === 'answer' && step.usage && inputTokens(step.usage) > 0) {
      return { measured: usedTokens(step.usage), estimated }
    }
    if (step?.kind === 'anew') {
      return step.isCounted
        ? { measured: step.tokens, estimated }
        : { measured: 0, estimated: step.tokens + estimated }
    }
  }
  return { measured: 0, estimated }
}

export function totalOf({ measured, estimated }: ContextSize): number {
  return measured + estimated
}

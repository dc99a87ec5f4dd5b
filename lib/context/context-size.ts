/** Tokens of one answer, as the API counts them (Messages API, usage). */
export interface Usage {
  inputTokens: number
  outputTokens: number
  cacheReadTokens: number
  cacheCreationTokens: number
}

/** The size of a context. */
export interface ContextSize {
  /** the API's last count; 0 if there is none yet */
  measured: number
  /** an estimate of what was added since */
  estimated: number
}

export const NO_SIZE: ContextSize = { measured: 0, estimated: 0 }

/** A change in the size of a context. */
export type SizeStep =
  /** an answer arrived, with its usage; null: none reported */
  | { kind: 'answer'; usage: Usage | null }
  /** this many tokens were added, estimated */
  | { kind: 'added'; tokens: number }
  /** the context starts over at this size */
  | { kind: 'anew'; tokens: number; isCounted: boolean }

/** Everything in an answer's context: input, cached or not, and output. */
export function usedTokens(usage: Usage): number {
  return usage.inputTokens + usage.cacheCreationTokens + usage.cacheReadTokens + usage.outputTokens
}

/** The input, cached or not. */
export function inputTokens(usage: Usage): number {
  return usage.inputTokens + usage.cacheCreationTokens + usage.cacheReadTokens
}

/** The size after one more step. An answer without usage changes nothing. */
export function sizeAfter(size: ContextSize, step: SizeStep): ContextSize {
  switch (step.kind) {
    case 'added':
      return { ...size, estimated: size.estimated + step.tokens }
    case 'anew':
      return step.isCounted
        ? { measured: step.tokens, estimated: 0 }
        : { measured: 0, estimated: step.tokens }
    case 'answer':
      // A server that does not count reports zero.
      if (!step.usage || inputTokens(step.usage) === 0) return size
      return { measured: usedTokens(step.usage), estimated: 0 }
  }
}

/**
 * The size by the agent page's rule, "Token accounting": the newest answer's usage, found from the
 * end backwards, plus an estimate of what was added since. Equals folding the steps with
 * `sizeAfter`, which is how the size is maintained.
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

/** The refusals of replays (why.md, "Refusals"), with their facts; each face words them itself. */
export type ReplayProblem =
  /** No model was asked about that, or its turn had no memory before it. */
  | { kind: 'no_memory_in_answer'; eventId: string }
  /** A redaction took a text out of what the model was sent: it cannot be asked again. */
  | { kind: 'answer_redacted'; sessionId: string }
  /** The conversation ran in another program. */
  | { kind: 'observed_session'; sessionId: string }
  /** One of the conversation's stores is gone. */
  | { kind: 'store_gone'; storeId: string }
  /** The model's server knows it no more. */
  | { kind: 'model_gone'; model: string }
  | { kind: 'budget_too_small'; least: number }
  | { kind: 'check_invalid'; reason: string }
  | { kind: 'moment_before_store'; storeId: string }
  /** Of what a variant hides, something was not there at the turn. */
  | { kind: 'nothing_to_hide'; storeId: string; memory: string }
  /** Between two moments nothing changed that the answer reads. */
  | { kind: 'no_change_between' }

/** The only error that `lib/replay` throws for a refusal, besides the store's and the session's own. */
export class ReplayError extends Error {
  override readonly name = 'ReplayError'

  constructor(readonly problem: ReplayProblem) {
    super(problem.kind)
  }
}

export function refuseReplay(problem: ReplayProblem): never {
  throw new ReplayError(problem)
}

const REFUSALS: Readonly<Record<ReplayProblem['kind'], true>> = {
  no_memory_in_answer: true,
  answer_redacted: true,
  observed_session: true,
  store_gone: true,
  model_gone: true,
  budget_too_small: true,
  check_invalid: true,
  moment_before_store: true,
  nothing_to_hide: true,
  no_change_between: true,
}

/** Returns whether a word is the code of a refusal. */
export function isRefusal(word: string): word is ReplayProblem['kind'] {
  return Object.hasOwn(REFUSALS, word)
}

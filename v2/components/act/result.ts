/** What became of an act. `now`: what stands there, where the page was stale. */
export type Result<R> =
  | { ok: true; value: R }
  | { ok: false; code: string; why: string; now?: R }
  | { ok: false; code: 'unanswered'; why: string }

export type Action<I, R> = (input: I) => Promise<Result<R>>

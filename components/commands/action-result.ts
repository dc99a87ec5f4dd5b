/** A command's result: done, or the reason why not, in words for the person. */
export type ActionResult<Value = null> = { isDone: true; value: Value } | NotDone

interface NotDone {
  isDone: false
  why: string
}

/** Why a command was not done; null if it was. */
export function whyNot(result: ActionResult<unknown>): string | null {
  return result.isDone ? null : result.why
}

/** The result if no answer came. */
export function notDone(why: string): NotDone {
  return { isDone: false, why }
}

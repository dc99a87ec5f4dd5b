/** A command's result: done, or the reason why not, in words for the person. */
export type ActionResult<Value = null> = { isDone: true; value: Value } | NotDone

interface NotDone {
  isDone: false
  why: string
  /** no answer came: nothing is known, and a page that is loaded anew would be lost */
  isUnanswered?: true
}

/** Returns why a command was not done; null if it was. */
export function whyNot(result: ActionResult<unknown>): string | null {
  return result.isDone ? null : result.why
}

/** The result if no answer came. */
export function notDone(why: string): NotDone {
  return { isDone: false, why }
}

/** The result if no answer came, for those who would otherwise load the page anew. */
export function noAnswer(why: string): NotDone {
  return { isDone: false, why, isUnanswered: true }
}

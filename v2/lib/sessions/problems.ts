import { Refusal } from '@/lib/refusal'

export const sessionNotFound = (id: string) =>
  new Refusal('session_not_found', `There is no session ${id}.`, { session_id: id })

export const sessionArchived = (id: string) =>
  new Refusal('session_archived', `The session ${id} is archived: it can only be read.`, {
    session_id: id,
  })

/** Another process has the run by now, or nobody may go on with it. */
export const runLost = (id: string) =>
  new Refusal('run_lost', `The session ${id} is run by somebody else by now.`, { session_id: id })

import { Refusal } from '@/lib/refusal'

/** What a settle is refused with. */

export const settledByPeople = () =>
  new Refusal('may_not', 'What agents wrote is settled by a person at the dashboard.')

/** `who`: an actor's id. */
export const reviewedMeanwhile = (path: string, who: string) =>
  new Refusal('reviewed_meanwhile', `${who} reviewed ${path} meanwhile.`, { path, who })

export const changedSinceLooked = (path: string) =>
  new Refusal('changed_since_looked', `${path} changed since you looked at it.`, { path })

export const cannotGoBack = (path: string, other: string) =>
  new Refusal(
    'cannot_go_back',
    `${path} cannot go back to ${other}: another memory is there now.`,
    { path, other },
  )

export const archivedKeepsOnly = (storeId: string) =>
  new Refusal('archived_keeps_only', 'This store is archived: you can keep, not take back.', {
    store_id: storeId,
  })

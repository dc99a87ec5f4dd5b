import { LEVELS } from '@/lib/review/model/attention'
import type { ChangesetState } from '@/lib/review/model/changeset'
import type { ChangesetPosition } from '@/lib/review/list-changesets'

/** What an address of the inbox says: which changesets, from where on, and which one beside them. */
export interface InboxAddress {
  state: ChangesetState
  storeId?: string | undefined
  after?: ChangesetPosition | undefined
  /** the id of the chosen changeset */
  open?: string | undefined
}

type Search = Record<string, string | string[] | undefined>

const STATES: readonly ChangesetState[] = ['open', 'snoozed', 'done']

/** Reads an address; what it does not say, or says wrongly, is as on the inbox itself. */
export function inboxPlace(search: Search): InboxAddress {
  const one = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined)
  return {
    state: STATES.find((state) => state === one('state')) ?? 'open',
    storeId: one('store'),
    after: positionOf(one('after')),
    open: one('open'),
  }
}

function positionOf(text: string | undefined): ChangesetPosition | undefined {
  const [name, time, id] = text?.split('.') ?? []
  const level = LEVELS.find((each) => each === name)
  const lastChangedAt = Number(time)
  if (!level || id === undefined || !Number.isSafeInteger(lastChangedAt)) return undefined
  return { level, lastChangedAt, id }
}

export function inboxAddress({ state, storeId, after, open }: InboxAddress): string {
  const search = new URLSearchParams()
  if (state !== 'open') search.set('state', state)
  if (storeId !== undefined) search.set('store', storeId)
  if (after) search.set('after', [after.level, after.lastChangedAt, after.id].join('.'))
  if (open !== undefined) search.set('open', open)
  const query = search.toString()
  return query === '' ? '/review' : `/review?${query}`
}

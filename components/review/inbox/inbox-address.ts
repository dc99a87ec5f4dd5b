import { LEVELS, type Level } from '@/lib/review/model/attention'
import type { ChangesetState } from '@/lib/review/model/changeset'
import type { ChangesetFilter, ChangesetPosition } from '@/lib/review/changesets/list-changesets'
import type { ScanCategory } from '@/lib/scan/rules'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'

/** The filters of the inbox besides the state, each by its name in the address. */
export interface InboxFilter {
  store?: string | undefined
  level?: Level | undefined
  category?: ScanCategory | undefined
  /** the id of a key, or `sessions`: any session of this server */
  agent?: string | undefined
  /** the beginning of a path */
  path?: string | undefined
  assignee?: InboxAssignee | undefined
  session?: string | undefined
  comments?: InboxComments | undefined
}

/**
 * The query of the inbox: its filters, the position to continue from, and the changeset beside it.
 */
export interface InboxAddress extends InboxFilter {
  state: ChangesetState
  after?: ChangesetPosition | undefined
  /** the id of the chosen changeset */
  open?: string | undefined
}

type Search = Record<string, string | string[] | undefined>

const STATES: readonly ChangesetState[] = ['open', 'snoozed', 'done']

export const INBOX_CATEGORIES = [
  'secret',
  'hidden',
  'instructions',
  'personal_data',
  'hygiene',
] as const satisfies readonly ScanCategory[]

export const INBOX_ASSIGNEES = ['me', 'nobody'] as const

export type InboxAssignee = (typeof INBOX_ASSIGNEES)[number]

/** Filters by comments: open ones, or those that an agent answered. */
export const INBOX_COMMENTS = ['open', 'answered'] as const

type InboxComments = (typeof INBOX_COMMENTS)[number]

/** Any session of this server, as an agent. */
export const SESSIONS = 'sessions'

const LONGEST = 200

/** Reads an address; what it does not say, or says wrongly, is as on the inbox itself. */
export function parseInboxAddress(search: Search): InboxAddress {
  const one = (name: string) => {
    const value = search[name]
    return typeof value === 'string' && value !== '' ? value.slice(0, LONGEST) : undefined
  }
  const oneOf = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === one(name))
  return {
    state: oneOf('state', STATES) ?? 'open',
    store: one('store'),
    level: oneOf('level', LEVELS),
    category: oneOf('category', INBOX_CATEGORIES),
    agent: one('agent'),
    path: one('path'),
    assignee: oneOf('assignee', INBOX_ASSIGNEES),
    session: one('session'),
    comments: oneOf('comments', INBOX_COMMENTS),
    after: positionOf(one('after')),
    open: one('open'),
  }
}

/** Returns the filter as the list of changesets takes it. */
export function filterOf(place: InboxAddress): ChangesetFilter {
  const { state, store, level, category, agent, path, assignee, session, comments } = place
  return {
    state,
    storeId: store,
    level,
    category,
    pathPrefix: path,
    sessionId: session,
    comments,
    ...(agent === SESSIONS ? { actorType: 'session' } : { actorId: agent }),
    assignee: assignee === 'me' ? LOCAL_USER_ACTOR : assignee,
  }
}

/** Returns the filters of an address. */
export function narrowedTo({
  state: _,
  after: __,
  open: ___,
  ...filter
}: InboxAddress): InboxFilter {
  return filter
}

function positionOf(text: string | undefined): ChangesetPosition | undefined {
  const [name, time, id] = text?.split('.') ?? []
  const level = LEVELS.find((each) => each === name)
  const lastChangedAt = Number(time)
  if (!level || id === undefined || !Number.isSafeInteger(lastChangedAt)) return undefined
  return { level, lastChangedAt, id }
}

/** The address of the inbox; of what was reviewed the log's. */
export function inboxAddress({ state, after, ...named }: InboxAddress): string {
  const search = new URLSearchParams()
  if (state !== 'open') search.set('state', state)
  for (const [name, value] of Object.entries(named)) {
    if (value !== undefined) search.set(name, value)
  }
  if (after) search.set('after', [after.level, after.lastChangedAt, after.id].join('.'))
  const query = search.toString()
  const page = state === 'done' ? '/log' : '/review'
  return query === '' ? page : `${page}?${query}`
}

import type { Database } from '@/lib/db/database'
import { causeOf, log } from '@/lib/log'
import { fixRequests } from '@/lib/review/comments/fix-requests'
import { actorNames } from '@/lib/store/stores/name-actor'
import { changesByOthers } from '@/lib/store/changes/list-changes'
import { listMemories } from '@/lib/store/memories/read-memories'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import type { Moment } from '@/lib/store/model/moment'
import { StoreError } from '@/lib/store/model/problems'
import { type NearLimit, nearLimits } from '@/lib/store/stores/store-limits'
import type { ContextSettings } from './context-settings'
import { levelOf, type ContextLevel, type ContextThresholds } from './context-thresholds'
import { type ListedStore, MAX_LISTED, memoryListing } from './memory-listing'
import type { ReminderKind, ReminderSection } from './reminder'
import { MAX_REQUESTS, requestWords } from './request-words'

export interface GatherInput {
  sessionId: string
  stores: readonly StoreToWatch[]
  /** the kinds to report */
  tells: ContextSettings['reminders']
  /** whether this context shows nothing of the stores yet */
  needsListing: boolean
  /** the last change of each store that the agent was told of; missing stores: none yet */
  seen: Readonly<Record<string, number>>
  /** the reviewers' requests that the agent was told of: of each comment, its last revision */
  requested: Readonly<Record<string, number>>
  size: { tokens: number; window: number; thresholds: ContextThresholds; toldLevel: ContextLevel }
}

export interface StoreToWatch {
  storeId: string
  name: string
  /** its location for the agent, as a prefix of its paths */
  root: string
  /** whether the agent may write there, and so do what a reviewer asks for */
  isWritable: boolean
  /** the moment whose memories are told of, as of one to which it is still to be reset; left out: now */
  at?: Moment | undefined
}

export interface Gathered {
  sections: ReminderSection[]
  /** the last change of each store that it reports */
  seen: Record<string, number>
  /** the reviewers' requests that it reports, each with its revision */
  requested: Record<string, number>
  /** sections dropped because they took too long */
  late: ReminderKind[]
  durationMs: number
}

/** Timeout of gathering, so that it never delays an answer longer (agent page, "Reminders"). */
const TIMEOUT_MS = 1_000

const MAX_CHANGES = 50

/**
 * Gathers what to remind the agent of now. Never throws and never exceeds its timeout: sections
 * that miss the deadline are dropped.
 */
export async function gatherReminder(
  db: Database,
  input: GatherInput,
  timeoutMs = TIMEOUT_MS,
): Promise<Gathered> {
  const begunAt = performance.now()
  const gathered: Gathered = { sections: [], seen: {}, requested: {}, late: [], durationMs: 0 }
  const deadline = new Promise<typeof LATE>((resolve) => {
    setTimeout(() => resolve(LATE), timeoutMs).unref()
  })
  const listing = input.tells.listing && input.needsListing ? listingOf(db, input) : null
  const changes = changesOf(db, input)
  const limits = limitsOf(db, input)
  const requests = requestsOf(db, input)
  const [listed, changed, limited, requested] = await Promise.all([
    inTime(listing, deadline),
    inTime(changes, deadline),
    inTime(limits, deadline),
    inTime(requests, deadline),
  ])
  if (listed === LATE) gathered.late.push('listing')
  else if (listed) gathered.sections.push({ kind: 'listing', text: listed })
  if (changed === LATE) {
    if (input.tells.changes) gathered.late.push('changes')
  } else if (changed) {
    gathered.seen = changed.seen
    if (changed.text) gathered.sections.push({ kind: 'changes', text: changed.text })
  }
  if (limited === LATE) gathered.late.push('limits')
  else if (limited) gathered.sections.push({ kind: 'limits', text: limited })
  const size = input.tells.size ? sizeWords(input.size) : null
  if (size) gathered.sections.push({ kind: 'size', text: size })
  if (requested === LATE) gathered.late.push('requests')
  else if (requested?.text) {
    gathered.requested = requested.revisions
    gathered.sections.push({ kind: 'requests', text: requested.text })
  }
  gathered.durationMs = Math.round(performance.now() - begunAt)
  return gathered
}

const LATE = Symbol('late')

async function inTime<Value>(
  work: Promise<Value> | null,
  deadline: Promise<typeof LATE>,
): Promise<Value | null | typeof LATE> {
  if (work === null) return null
  const safe = work.catch((error: unknown) => {
    // Deleted stores contribute nothing; other errors must not block the agent's answer.
    if (!(error instanceof StoreError)) {
      log.warn('a reminder could not be gathered', causeOf(error))
    }
    return null
  })
  return Promise.race([safe, deadline])
}

async function listingOf(db: Database, { stores }: GatherInput): Promise<string> {
  const listed: ListedStore[] = []
  for (const { storeId, root, name, at } of stores) {
    const page = await listMemories(db, {
      storeId,
      at,
      directory: '',
      depth: 'all',
      limit: MAX_LISTED,
      audience: 'agents',
    }).catch(noneOfGoneStore)
    if (!page) continue
    const memories = page.entries.flatMap((entry) =>
      entry.type === 'memory' ? [entry.memory] : [],
    )
    listed.push({ name, root, memories, hasMore: page.next !== null })
  }
  return memoryListing(listed)
}

interface Changed {
  text: string
  seen: Record<string, number>
}

async function changesOf(db: Database, input: GatherInput): Promise<Changed> {
  const seen: Record<string, number> = {}
  const parts: string[] = []
  for (const { storeId, root } of input.stores) {
    const after = input.tells.changes ? (input.seen[storeId] ?? null) : null
    const found = await changesByOthers(db, {
      storeId,
      sessionId: input.sessionId,
      after,
      limit: MAX_CHANGES,
      audience: 'agents',
    }).catch(noneOfGoneStore)
    if (!found) continue
    seen[storeId] = found.sequence
    if (found.changes.length === 0) continue
    const names = await actorNames(
      db,
      found.changes.map(({ createdBy }) => createdBy.id),
    )
    const lines = found.changes.map((version) => `- ${changeWords(version, root, names)}`)
    parts.push([...(found.hasMore ? ['- [earlier ones are left out]'] : []), ...lines].join('\n'))
  }
  return { text: parts.join('\n'), seen }
}

function noneOfGoneStore(error: unknown): null {
  if (error instanceof StoreError) return null
  throw error
}

function changeWords(
  { operation, path, createdBy, createdAt }: MemoryVersion,
  root: string,
  names: ReadonlyMap<string, string>,
): string {
  const who = names.get(createdBy.id)?.replace(/\s+/g, ' ') ?? AUTHORS[createdBy.type]
  const place = path === null ? 'a memory whose path was redacted' : `${root}${path}`
  return `${place}: ${operation} by ${who} at ${new Date(createdAt).toISOString()}`
}

const AUTHORS: Record<MemoryVersion['createdBy']['type'], string> = {
  user: 'a person',
  session: 'another session',
  api_key: 'a program',
  service_account: 'a program',
}

/** The limits of the agent's stores that are nearly reached. */
async function limitsOf(db: Database, { stores }: GatherInput): Promise<string> {
  const lines: string[] = []
  for (const { storeId, name, root, isWritable, at } of stores) {
    if (!isWritable) continue
    const near = await nearLimits(db, storeId, at).catch(noneOfGoneStore)
    for (const each of near ?? []) lines.push(`- ${name} (${root || '/'}): ${limitWords(each)}`)
  }
  return lines.join('\n')
}

function limitWords({ limit, used, maximum }: NearLimit): string {
  const shown = (amount: number) => amount.toLocaleString('en-US')
  const percent = Math.floor((used / maximum) * 100)
  const has = `${shown(used)} of ${shown(maximum)} ${limit} (${percent} %)`
  if (limit === 'versions') return `${has}. Beyond that nothing new can be created.`
  return `${has}. Beyond that nothing new can be created: put what belongs together into one memory, and delete what is no longer true.`
}

interface Requested {
  text: string
  /** by comment, the revision that the text tells */
  revisions: Record<string, number>
}

/**
 * The reviewers' requests that this agent was not yet told in these words (review page, Whose
 * turn).
 */
async function requestsOf(
  db: Database,
  { stores, requested }: GatherInput,
): Promise<Requested | null> {
  const roots = new Map(
    stores.filter(({ isWritable }) => isWritable).map(({ storeId, root }) => [storeId, root]),
  )
  const requests = await fixRequests(db, {
    storeIds: [...roots.keys()],
    known: requested,
    limit: MAX_REQUESTS,
  })
  return {
    text: requests.map((each) => requestWords(each, roots.get(each.storeId) ?? '')).join('\n'),
    revisions: Object.fromEntries(requests.map(({ id, revision }) => [id, revision])),
  }
}

function sizeWords({ tokens, window, thresholds, toldLevel }: GatherInput['size']): string | null {
  const level = levelOf(tokens, window, thresholds)
  if (RANK[level] <= RANK[toldLevel]) return null
  const percent = Math.round((tokens / window) * 100)
  const next =
    thresholds.compaction === null
      ? 'Nothing is summarised by itself: at the end of the window you can say no more.'
      : `At ${thresholds.compaction} % it is summarised.`
  return `It holds about ${tokens.toLocaleString('en-US')} of ${window.toLocaleString('en-US')} tokens (${percent} %). ${next} Write down in your memory what must not be lost.`
}

const RANK: Record<ContextLevel, number> = { below: 0, warning: 1, error: 2, compaction: 3 }

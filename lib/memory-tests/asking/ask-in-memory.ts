import type { AttachedStore } from '@/lib/agent/session'
import type { SessionEvent } from '@/lib/agent/session-event'
import { type ModelUsage, NO_USAGE, usageOfBoth } from '@/lib/agent/session-event'
import type { SessionSettings } from '@/lib/agent/session-settings'
import { shownRoot } from '@/lib/agent/system-prompt'
import { firstRequest, runTurnInMemory, type TurnOutcome } from '@/lib/agent/turn-in-memory'
import { MAX_LISTED, memoryListing } from '@/lib/context/memory-listing'
import { reminderText, sectionTokens } from '@/lib/context/reminder'
import { scratchFiles } from '@/lib/replay/scratch/scratch-files'
import { type ScratchChange, ScratchStore } from '@/lib/replay/scratch/scratch-store'
import type { Snapshot } from '@/lib/replay/scratch/snapshot'
import { readsIn } from '@/lib/replay/turn/reads-in'
import { type Answer, answerOf } from '@/lib/replay/turn/turn'
import { newId } from '@/lib/text/prefixed-id'

/** A conversation with an agent, from nothing. */
export interface Conversation {
  readonly stores: readonly AttachedStore[]
  readonly settings: SessionSettings
  /** of the model, in tokens */
  readonly window: number
  /** what a person says, one after the other, each after the agent's answer */
  readonly messages: readonly string[]
  /** the stores' memories; any number of conversations may share them */
  readonly snapshots: readonly Snapshot[]
}

export interface AskLimits {
  readonly maxRequests: number
  /** of input and output; left out: any number */
  readonly maxTokens?: number | undefined
  readonly signal: AbortSignal
}

/** The agent's answer to the last message. */
export interface AskedAnswer extends Answer {
  readonly changes: readonly ScratchChange[]
  /** the memories that it read */
  readonly reads: readonly string[]
  readonly requests: number
  readonly usage: ModelUsage
  /** why it did not end; null: it did */
  readonly stopped: TurnOutcome['stopped']
}

/**
 * Asks an agent as a new session would, its stores' memories listed before the first message, on
 * scratch stores: nothing real is read, counted or written. Throws only for mistakes of ours: a
 * model's fault is told in `stopped`.
 */
export async function askInMemory(
  { messages, snapshots, ...conversation }: Conversation,
  { maxRequests, maxTokens, signal }: AskLimits,
): Promise<AskedAnswer> {
  const stores = snapshots.map((snapshot) => new ScratchStore(snapshot, new Map()))
  const files = scratchFiles(stores)
  const { settings, window } = conversation
  let before: SessionEvent[] = []
  let last: readonly SessionEvent[] = []
  let requests = 0
  let usage: ModelUsage = NO_USAGE
  let stopped: TurnOutcome['stopped'] = null
  for (const [index, message] of messages.entries()) {
    before = [...before, said(message, before.length)]
    if (index === 0) before.push(...(await listed(conversation, snapshots, before.length)))
    const left = maxTokens === undefined ? undefined : Math.max(0, maxTokens - tokensOf(usage))
    const outcome = await runTurnInMemory({
      ...{ settings, window, before, files, signal },
      stores: [...conversation.stores],
      maxRequests: maxRequests - requests,
      maxTokens: left,
    })
    last = outcome.events
    before = [...before, ...last]
    requests += outcome.requests
    usage = usageOfBoth(usage, outcome.usage)
    stopped = outcome.stopped
    if (stopped !== null) break
  }
  return {
    ...answerOf(last),
    changes: (await Promise.all(stores.map((store) => store.changes()))).flat(),
    reads: await readIn(before, conversation.stores, snapshots),
    ...{ requests, usage, stopped },
  }
}

/** The body of the first request, as JSON: what an answer sends at least. */
export async function firstRequestOf({
  messages,
  snapshots,
  ...conversation
}: Conversation): Promise<string> {
  const { settings, window } = conversation
  const message = said(messages[0] ?? '', 0)
  const before = [message, ...(await listed(conversation, snapshots, 1))]
  const stores = [...conversation.stores]
  return JSON.stringify(firstRequest({ stores, settings, window, before, maxRequests: 1 }))
}

/** Tokens that a model read and wrote, whatever they cost. */
function tokensOf(usage: ModelUsage): number {
  return inputTokensOf(usage) + usage.outputTokens
}

export function inputTokensOf(usage: ModelUsage): number {
  return usage.inputTokens + usage.cacheReadTokens + usage.cacheCreationTokens
}

function said(message: string, eventsBefore: number): SessionEvent {
  return { type: 'user.message', texts: [message], ...placed(eventsBefore) }
}

/** The list of the memories, as a session's first reminder has it; nothing of an empty store. */
async function listed(
  { stores, settings }: Pick<Conversation, 'stores' | 'settings'>,
  snapshots: readonly Snapshot[],
  eventsBefore: number,
): Promise<SessionEvent[]> {
  if (!settings.context.reminders.listing) return []
  const attached = { settings, stores: [...stores] }
  const lists = await Promise.all(
    stores.map(async (store) => {
      const files = (await snapshotOf(snapshots, store.storeId)?.list()) ?? []
      return {
        name: store.name,
        root: shownRoot(attached, store),
        memories: files.slice(0, MAX_LISTED),
        hasMore: files.length > MAX_LISTED,
      }
    }),
  )
  const section = { kind: 'listing' as const, text: memoryListing(lists) }
  const text = reminderText([section])
  if (text === null) return []
  const sections = [{ kind: section.kind, tokens: sectionTokens(section) }]
  return [
    {
      ...{ type: 'context.reminder', isMeta: true, text, sections, level: null, late: [] },
      durationMs: 0,
      ...placed(eventsBefore),
    },
  ]
}

async function readIn(
  events: readonly SessionEvent[],
  stores: readonly AttachedStore[],
  snapshots: readonly Snapshot[],
): Promise<string[]> {
  const places = readsIn(events, { stores: [...stores] })
  const found: string[] = []
  for (const snapshot of snapshots) {
    for (const { path, memoryId } of await snapshot.list()) {
      if (places.has(`${snapshot.storeId} ${path}`)) found.push(memoryId)
    }
  }
  return found
}

function snapshotOf(snapshots: readonly Snapshot[], storeId: string): Snapshot | undefined {
  return snapshots.find((snapshot) => snapshot.storeId === storeId)
}

function placed(eventsBefore: number) {
  return { id: newId('sevt'), sequence: eventsBefore + 1, createdAt: Date.now() }
}

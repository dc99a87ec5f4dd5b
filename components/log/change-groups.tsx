import { agentsOf } from '@/components/history/agent-looks'
import { actorTitle } from '@/components/history/actor-words'
import { type ShownWriter, shownWriter } from '@/components/history/shown-writer'
import { formats, texts } from '@/components/i18n/server-texts'
import type { Texts } from '@/components/i18n/texts'
import { callAddress } from '@/components/session/conversation/call-address'
import { sessionAgent } from '@/components/session/session-agent'
import type { SessionAgent } from '@/lib/agent/session-titles'
import type { GroupSize } from '@/lib/store/changes/count-group'
import type { Actor } from '@/lib/store/model/actor'
import { newId } from '@/lib/text/prefixed-id'
import { authorOf, IMPORTED, isImport } from '@/lib/store/model/author-of'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { DAY_MS } from '@/lib/text/day-ms'
import { type ChangeGroup, groupChanges, sizeOf } from './group-changes'
import { LogGroups } from './log-groups'
import type { ChangeGroupsProps } from './shown-changes'
import type { ShownChange, ShownGroup, ShownLog } from './shown-log'

/** Stands for what an address names, where its page puts it in: nothing else in it is the same. */
const NAMED = newId('req')

/** The changes of the log: see `LogGroups`. */
export async function ChangeGroups(props: ChangeGroupsProps) {
  const { changes, now, addressOf } = props
  const t = await texts()
  const format = await formats()
  const today = Math.floor(now / DAY_MS)
  const year = yearOf(now)
  const agents = await agentsOf(changes.map(doerOf))
  const writers = new Writers(t, props, agents)
  const log: ShownLog = {
    days: groupChanges(changes).map(({ day, groups }) => ({
      name:
        day === today
          ? t('Log.period_day')
          : format.dateTime(day * DAY_MS, {
              weekday: 'long',
              day: 'numeric',
              month: 'long',
              year: yearOf(day * DAY_MS) === year ? undefined : 'numeric',
            }),
      groups: groups.map((group) => ({
        ...shownGroup(t, group, props),
        writer: writers.indexOf(group[0]),
      })),
    })),
    writers: writers.all,
    kinds: {
      created: t('History.created'),
      modified: t('History.modified'),
      renamed: t('History.renamed'),
      deleted: t('History.deleted'),
      redacted: t('History.redacted'),
    },
    noPath: t('Memory.redactedPath'),
    undoWord: t('Undo.link'),
    openAddress: splitAtName(addressOf({ open: NAMED })),
    closedAddress: addressOf({ open: null }),
    sessionAddress: splitAtName(addressOf({ session: NAMED })),
  }
  return <LogGroups log={log} />
}

const yearOf = (time: number) => new Date(time).getUTCFullYear()

/** Ids need no escapes in an address. */
function splitAtName(address: string): [string, string] {
  const at = address.lastIndexOf(NAMED)
  return [address.slice(0, at), address.slice(at + NAMED.length)]
}

/** The marks of a log's writers, each once: a session's agent looks as it does everywhere. */
class Writers {
  readonly all: Pick<ShownWriter, 'look' | 'label'>[] = []
  private readonly indexes = new Map<string, number>()

  constructor(
    private readonly t: Texts,
    private readonly shown: Pick<ChangeGroupsProps, 'agents' | 'names'>,
    private readonly agents: Awaited<ReturnType<typeof agentsOf>>,
  ) {}

  indexOf(change: MemoryVersion): number {
    const actor = doerOf(change)
    const model = modelOf(change, this.shown.agents)
    const ofHistory = change.batch?.kind === 'history'
    const key = JSON.stringify([actor.id, model ?? null, ofHistory])
    const known = this.indexes.get(key)
    if (known !== undefined) return known
    const index = this.all.push(this.markOf(actor, model, ofHistory)) - 1
    this.indexes.set(key, index)
    return index
  }

  private markOf(actor: Actor, model: string | undefined, isOfHistory: boolean) {
    if (model !== undefined) {
      const { name, look } = sessionAgent(this.t, model)
      return { look, label: name }
    }
    const { names } = this.shown
    const { look, label } = shownWriter(this.t, {
      ...{ actor, names, agents: this.agents },
      isImport: isOfHistory,
    })
    return { look, label }
  }
}

function shownGroup(
  t: Texts,
  group: ChangeGroup,
  shown: ChangeGroupsProps,
): Omit<ShownGroup, 'writer'> {
  const { names, agents, titles, stores, chosenStore, addressOf } = shown
  const [first] = group
  const { batch, sessionId, storeId } = first
  const size = shown.sizes.get(first.id) ?? sizeOf(group)
  const model = modelOf(first, agents)
  const title = sessionId === null ? undefined : titles.get(sessionId)
  const said = batch?.message?.trim().split('\n', 1)[0]?.trim() ?? ''
  return {
    at: first.createdAt,
    changes: group.map((change) => shownChange(t, change, shown)),
    name: model === undefined ? actorTitle(t, doerOf(first), names) : sessionAgent(t, model).name,
    actorHref: addressOf({ actor: authorOf(first).id }),
    deed: deedOf(group, size),
    size,
    ...(sessionId !== null && {
      session: {
        id: sessionId,
        href: callAddress(sessionId, first.toolUseId),
        isHere: agents.has(sessionId),
        ...(title !== undefined && { title }),
      },
    }),
    ...(chosenStore === null && { store: { id: storeId, name: stores.get(storeId) ?? '' } }),
    ...(said !== '' && { said }),
    ...(batch?.kind !== 'redact' && {
      undo: undoHref(group),
      undoes: sessionId === null || batch ? ('changes' as const) : ('session' as const),
    }),
  }
}

function shownChange(
  t: Texts,
  change: MemoryVersion,
  { told, opened, diffOf }: ChangeGroupsProps,
): ShownChange {
  const { id, path, ordinal, redactedAt } = change
  const what = told.get(id)
  const isOpen = id === opened
  // Of an empty memory and of redacted words there is nothing to count.
  const lines = what?.lines ?? null
  const kind = what?.kind ?? change.operation
  return {
    ...{ id, kind },
    ...(redactedAt !== null && { isRedacted: true as const }),
    ...(path !== null && { path }),
    ...(kind === 'renamed' && what?.pathBefore && { pathBefore: what.pathBefore }),
    ...(!isOpen && what?.silence != null && { silence: t(`Log.${what.silence}`) }),
    ...(!isOpen &&
      what?.silence === null &&
      what.line && { line: { sign: what.line.sign, text: what.line.text } }),
    ...(lines && lines.added > 0 && { added: lines.added }),
    ...(lines && lines.removed > 0 && { removed: lines.removed }),
    ...(isOpen && { open: { ordinal, difference: diffOf(change) } }),
  }
}

/** The model that wrote a change; undefined: it was written in no session of this server. */
const modelOf = (
  { createdBy, sessionId }: MemoryVersion,
  agents: ReadonlyMap<string, SessionAgent>,
) => (createdBy.type === 'session' ? agents.get(sessionId ?? createdBy.id)?.model : undefined)

/** Who did it: of an import without an author whoever imported it. */
function doerOf(change: MemoryVersion): Actor {
  const author = authorOf(change)
  return author.id === IMPORTED.id ? change.createdBy : author
}

/** What was done, as far as it is the same to all that belongs to a group. */
function deedOf(group: ChangeGroup, size: GroupSize): ShownGroup['deed'] {
  const [first] = group
  const { batch, operation } = first
  const isAuthored = isImport(batch) && doerOf(first) !== first.createdBy
  if (batch && batch.kind !== 'folder' && !isAuthored) return batch.kind
  const isWhole = !size.isCut && size.changeCount === group.length
  const isSame = isWhole && group.every((change) => change.operation === operation)
  return isSame && operation !== 'modified' ? operation : 'changed'
}

/** Links to undoing a group. */
function undoHref([{ storeId, id, batch, sessionId }]: ChangeGroup): string {
  const what = new URLSearchParams()
  if (batch) what.set('batch', batch.id)
  else if (sessionId !== null) what.set('session', sessionId)
  else what.set('version', id)
  return `/stores/${storeId}/undo?${what}`
}

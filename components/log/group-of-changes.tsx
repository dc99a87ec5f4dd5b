import { Ellipsis, Undo2 } from 'lucide-react'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisibleText } from '@/components/content/visible-line'
import { actorTitle } from '@/components/history/actor-words'
import { sessionAgent } from '@/components/session/session-agent'
import { WriterMark } from '@/components/history/writer-mark'
import { texts } from '@/components/i18n/server-texts'
import { callAddress } from '@/components/session/conversation/call-address'
import { ActorMark } from '@/components/ui/actor-mark'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { LocalTime } from '@/components/ui/local-time'
import { Menu, MenuLink } from '@/components/ui/menu'
import type { GroupSize } from '@/lib/store/changes/count-group'
import type { SessionAgent } from '@/lib/agent/session-titles'
import type { Actor } from '@/lib/store/model/actor'
import { authorOf, IMPORTED, isImport } from '@/lib/store/model/author-of'
import type { BatchKind, MemoryVersion } from '@/lib/store/model/memory-version'
import type { ChangeGroupsProps } from './shown-changes'
import { ChangeRow } from './change-row'
import type { ChangeGroup } from './group-changes'

export type GroupOfChangesProps = Omit<ChangeGroupsProps, 'changes' | 'sizes'> & {
  group: ChangeGroup
  /** of the whole group, of which `group` may be a part */
  size: GroupSize
}

/** Rows of a group that are seen at once; the rest unfolds. */
const ROWS = 3

/** Changes that were made together: when, who did what and where, and each of them. */
export async function GroupOfChanges({ group, size, ...shown }: GroupOfChangesProps) {
  const t = await texts()
  const { opened } = shown
  const [first] = group
  const rows = group.map((change) => <ChangeRow key={change.id} change={change} {...shown} />)
  const atOnce = rows.length === ROWS + 1 ? rows.length : ROWS
  const rest = group.slice(atOnce)
  const isWhole = !size.isCut && size.changeCount === group.length
  // “9 more” would be taken for memories, which the head counts.
  const more = !isWhole ? 'moreOf' : size.changeCount === size.memoryCount ? 'more' : 'moreChanges'
  return (
    <li className="grid grid-cols-[22px_minmax(0,1fr)] gap-x-3 md:grid-cols-[4rem_22px_minmax(0,1fr)] md:gap-x-3.5">
      <span className="text-right text-xs leading-[22px] text-ink-3 max-md:hidden">
        <LocalTime time={first.createdAt} shows="clock" />
      </span>
      <GroupMark group={group} {...shown} />
      <div className="min-w-0">
        <GroupHead group={group} size={size} {...shown} />
        <div className="mt-1.5 overflow-clip rounded-card border border-line max-md:-ml-[34px]">
          <ul>{rows.slice(0, atOnce)}</ul>
          {rest.length === 0 ? null : (
            <details open={rest.some(({ id }) => id === opened)}>
              <summary className="cursor-pointer px-3 py-1.5 text-xs font-medium text-ink-2 outline-offset-[-2px] hover:bg-hover max-md:py-2.5">
                {t(`Log.${more}`, {
                  count: rest.length,
                  total: size.changeCount,
                  isCut: String(size.isCut),
                })}
              </summary>
              <ul>{rows.slice(atOnce)}</ul>
            </details>
          )}
        </div>
      </div>
    </li>
  )
}

type HeadProps = Omit<GroupOfChangesProps, 'size'>

/** A session's agent looks as it does everywhere; others have a mark of their own. */
async function GroupMark({ group: [first], agents, names }: HeadProps) {
  const model = modelOf(first, agents)
  if (model === undefined) {
    const isImport = first.batch?.kind === 'history'
    return <WriterMark actor={doerOf(first)} names={names} isImport={isImport} />
  }
  const { name, look } = sessionAgent(await texts(), model)
  return <ActorMark look={look} label={name} />
}

async function GroupHead({ group, size, ...shown }: GroupOfChangesProps) {
  const t = await texts()
  const { names, agents, titles, stores, chosenStore, addressOf } = shown
  const [first] = group
  const { batch, sessionId, storeId } = first
  const model = modelOf(first, agents)
  const doer = doerOf(first)
  const name = model === undefined ? actorTitle(t, doer, names) : sessionAgent(t, model).name
  const title = sessionId === null ? undefined : titles.get(sessionId)
  const said = batch?.message?.trim().split('\n', 1)[0]?.trim() ?? ''
  return (
    <div className="flex min-h-[22px] items-start gap-2">
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
        <h3 className="wrap-anywhere">
          {t.rich('Log.did', {
            deed: deedOf(group, size),
            count: size.memoryCount,
            isCut: String(size.isCut),
            name,
            who: () => (
              <Link
                key="who"
                href={addressOf({ actor: authorOf(first).id })}
                className="font-semibold hover:underline"
              >
                <VisibleLabel text={name} />
              </Link>
            ),
          })}
        </h3>
        <p className="flex min-w-0 flex-wrap gap-x-2 text-xs text-ink-3">
          {sessionId === null || title === undefined ? null : (
            <Link
              href={callAddress(sessionId, first.toolUseId)}
              className="line-clamp-1 wrap-anywhere hover:underline"
            >
              <VisibleLabel text={title} />
            </Link>
          )}
          {chosenStore === null ? (
            <Link href={`/stores/${storeId}`} className="wrap-anywhere hover:underline">
              <VisibleLabel text={stores.get(storeId) ?? ''} />
            </Link>
          ) : null}
          {said === '' ? null : (
            <span className="line-clamp-1 wrap-anywhere">
              <VisibleText text={said} />
            </span>
          )}
          <span className="md:hidden">
            <LocalTime time={first.createdAt} shows="clock" />
          </span>
        </p>
      </div>
      {sessionId === null ? null : (
        <span className="-my-0.5 shrink-0 max-md:-my-2.5">
          <Menu
            label={t('Log.moreOfGroup')}
            size="small-icon"
            button={<Ellipsis size={14} aria-hidden />}
          >
            <MenuLink href={addressOf({ session: sessionId })}>{t('Log.onlySession')}</MenuLink>
            {agents.has(sessionId) ? (
              <MenuLink href={callAddress(sessionId, first.toolUseId)}>
                {t('Log.openSession')}
              </MenuLink>
            ) : null}
          </Menu>
        </span>
      )}
      {batch?.kind === 'redact' ? null : (
        <Link
          href={undoHref(group)}
          className={`-my-0.5 shrink-0 max-md:-my-2.5 ${buttonVariants({ variant: 'quiet', size: 'small' })}`}
          aria-label={t(sessionId === null || batch ? 'Log.undo' : 'Log.undoSession')}
        >
          <Undo2 size={14} aria-hidden />
          <span className="max-md:hidden">{t('Undo.link')}</span>
        </Link>
      )}
    </div>
  )
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

type Deed = BatchKind | 'created' | 'deleted' | 'changed'

/** What was done, as far as it is the same to all that belongs to a group. */
function deedOf(group: ChangeGroup, size: GroupSize): Deed {
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

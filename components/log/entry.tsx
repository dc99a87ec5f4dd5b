import { clsx } from 'clsx'
import { ChevronDown, Library, Undo2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { MouseEvent } from 'react'
import type { DiffLines } from '@/components/lines/line'
import { PathThatFits, VisibleLabel, VisibleText } from '@/components/lines/visible-text'
import { addressOf as planAddress } from '@/components/plan/address'
import { RowDifference } from '@/components/plan/rows'
import { ActorMark, useActorName } from '@/components/ui/actor-mark'
import { Amount, ChangeLetter, type ChangeKind } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { focusIt } from '@/components/ui/form'
import { hand, useHanded } from '@/components/ui/handed'
import { Link } from '@/components/ui/link'
import { Moment } from '@/components/ui/time'
import type { LogEntry } from '@/lib/store/log-entries'
import type { Writer } from '@/lib/store/model/actor'
import type { Told } from '@/lib/store/told'
import { FOLDED, useLogWords } from './words'

export interface EntryProps {
  entry: LogEntry
  /** whether its store is not said elsewhere */
  namesStore: boolean
  /** what the address says besides */
  hrefWith: (more: Readonly<Record<string, string>>) => string
  /** the version whose difference is open */
  openId: string | null
  onOpen: (versionId: string) => void
}

/** Who did what in a store at one time: a sentence, the memories that it wrote, and the way to undo it. */
export function Entry({ entry, namesStore, hrefWith, openId, onOpen }: EntryProps) {
  const t = useTranslations('Log')
  const words = useLogWords()
  const isUnfolded = useHanded('unfolded') === entry.id
  const { id, at, by, store, batch, memories, memoryCount } = entry
  const undo = undoOf(entry)
  const rest = memoryCount - memories.length
  return (
    <li
      data-entry={id}
      className="grid grid-cols-[4rem_22px_minmax(0,1fr)] gap-x-3.5 px-6 pt-2.5 pb-1.5 max-md:grid-cols-[22px_minmax(0,1fr)] max-md:px-4"
    >
      <span className="text-right text-xs leading-6 text-ink-3 max-md:hidden">
        <Moment time={at} shows="clock" />
      </span>
      {by ? (
        <ActorMark writer={by} />
      ) : (
        <Library size={16} aria-hidden className="m-[3px] text-ink-3" />
      )}
      <div className="min-w-0">
        <div className="flex min-h-6 flex-wrap items-center gap-x-2">
          <p className="min-w-0 wrap-anywhere">
            {words(
              entry,
              by ? <Who by={by} href={hrefWith({ by: by.sessionId ?? by.id })} /> : null,
            )}
          </p>
          {by?.title && by.sessionId ? (
            <Link
              href={`/sessions/${by.sessionId}`}
              className="min-h-6 min-w-0 truncate text-xs leading-6 text-ink-3 hover:underline"
            >
              <VisibleLabel text={by.title} />
            </Link>
          ) : null}
          {namesStore || memories.length === 0 ? (
            <Link
              href={`/stores/${store.id}`}
              data-row={memories.length === 0 ? id : undefined}
              className="min-h-6 min-w-0 truncate text-xs leading-6 text-ink-3 hover:underline"
            >
              <VisibleLabel text={store.name} />
            </Link>
          ) : null}
          {batch?.message && batch.kind !== 'review' ? (
            <span className="min-w-0 truncate text-xs text-ink-3">
              <VisibleText text={batch.message.split('\n', 1)[0] ?? ''} />
            </span>
          ) : null}
          <span className="text-xs text-ink-3 md:hidden">
            <Moment time={at} shows="clock" />
          </span>
          {undo === null ? null : (
            <ButtonLink
              href={undo}
              data-undo
              aria-keyshortcuts="r"
              variant="quiet"
              size="small"
              className="ml-auto"
              Icon={Undo2}
            >
              {t('undo')}
            </ButtonLink>
          )}
        </div>
        {memories.length === 0 ? null : (
          <ul className="mt-1.5 mb-1 overflow-hidden rounded-card shadow-[inset_0_0_0_1px_var(--line)]">
            {memories.map((told, index) => (
              <MemoryRow
                key={told.version.id}
                told={told}
                isNext={isUnfolded && index === FOLDED}
                href={hrefWith({ open: told.version.id })}
                isOpen={told.version.id === openId}
                onOpen={() => onOpen(told.version.id)}
              />
            ))}
            {rest > 0 ? (
              <li>
                <Link
                  href={
                    memories.length > FOLDED ? `/stores/${store.id}` : hrefWith({ unfolded: id })
                  }
                  scroll={false}
                  onClick={() => hand('unfolded', id)}
                  data-row={`${id} more`}
                  className="flex min-h-[30px] items-center gap-2 px-3 text-xs font-medium text-ink-2 hover:bg-hover"
                >
                  <ChevronDown size={13} aria-hidden className="mx-[3px]" />
                  {t('more', { count: rest })}
                </Link>
              </li>
            ) : null}
          </ul>
        )}
      </div>
    </li>
  )
}

function Who({ by, href }: { by: Writer; href: string }) {
  const nameOf = useActorName()
  return (
    <Link
      href={href}
      className={clsx(
        'inline-block min-h-6 leading-6 font-semibold hover:underline',
        by.name === null && 'first-letter:uppercase',
      )}
    >
      <VisibleLabel text={nameOf(by)} />
    </Link>
  )
}

/** More versions than these do not fit into an address. */
const MOST_NAMED = 200

/** Where it is undone; null: it is nothing that can be, or the store takes no changes any more. */
function undoOf({ store, batch, versionIds, memoryCount, settled }: LogEntry): string | null {
  if (store.isArchived || (memoryCount === 0 && settled === 0)) return null
  // What several wrote into a folder is one batch, and told apart.
  const isPart = batch?.kind === 'folder' && versionIds.length <= MOST_NAMED
  if (batch && !isPart) return planAddress(store.id, { kind: 'undo', batchId: batch.id })
  if (versionIds.length > MOST_NAMED) return null
  return planAddress(store.id, { kind: 'undo', versionIds })
}

interface MemoryRowProps {
  told: Told
  /** the first of those that somebody unfolded: it has the focus */
  isNext: boolean
  href: string
  isOpen: boolean
  onOpen: () => void
}

/** A memory: what became of it, its telling line, and on asking the whole difference. */
function MemoryRow({ told, isNext, href, isOpen, onOpen }: MemoryRowProps) {
  const t = useTranslations('Log')
  const { version, before, line, lines } = told
  const path = version.path ?? before?.path ?? ''
  const kind = kindOf(told)
  const isRedacted = version.redactedAt !== null && version.operation !== 'deleted'
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen()
  }
  const says = (
    <>
      <ChangeLetter kind={kind} />
      <span className="min-w-0 shrink-0 truncate font-mono text-code font-medium max-md:flex-1 md:max-w-[45%]">
        {isRedacted ? t('redacted') : <PathThatFits path={path} />}
      </span>
      <span
        className={clsx(
          'min-w-0 flex-1 truncate font-mono text-code max-md:order-last max-md:basis-full',
          line?.sign === 'removed' ? 'text-removed' : 'text-added',
        )}
      >
        {line ? (
          <>
            <span aria-hidden>{line.sign === 'removed' ? '− ' : '+ '}</span>
            <VisibleText text={line.text} />
          </>
        ) : null}
      </span>
      {lines && lines.added + lines.removed > 0 ? <Amount {...lines} /> : null}
    </>
  )
  const look = 'flex min-h-8 flex-wrap items-center gap-x-2.5 px-3 py-1 md:flex-nowrap'
  return (
    <li className="border-line not-first:border-t">
      {isRedacted ? (
        <p className={look}>{says}</p>
      ) : (
        <Link
          ref={isNext ? focusIt : undefined}
          href={href}
          scroll={false}
          data-row={version.id}
          aria-expanded={isOpen}
          onClick={open}
          className={clsx(look, '-outline-offset-2 hover:bg-hover', isOpen && 'bg-accent-bg')}
        >
          {says}
        </Link>
      )}
      {isOpen ? (
        <div className="border-t border-line">
          <RowDifference<DiffLines>
            row={{ path, kind }}
            address={`/log-row?${new URLSearchParams({
              store: version.storeId,
              after: version.id,
              ...(before && { before: before.id }),
            })}`}
            of={[]}
            first={null}
            acts={() => (
              <ButtonLink
                href={`/stores/${version.storeId}?memory=${version.memoryId}&version=${version.id}`}
                size="small"
              >
                {t('openVersion')}
              </ButtonLink>
            )}
          />
        </div>
      ) : null}
    </li>
  )
}

function kindOf({ version: { operation, path }, before }: Told): ChangeKind {
  if (operation === 'deleted') return 'deleted'
  if (before === null) return 'created'
  if (before.path === null) return operation === 'created' ? 'created' : 'modified'
  return path === before.path ? 'modified' : 'renamed'
}

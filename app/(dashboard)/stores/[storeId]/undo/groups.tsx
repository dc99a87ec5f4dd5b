import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { NameInTheMiddle } from '@/components/content/name-in-the-middle'
import { VisibleMove, VisiblePath } from '@/components/content/visible-path'
import { texts } from '@/components/i18n/server-texts'
import { Amount } from '@/components/ui/amount'
import { buttonVariants } from '@/components/ui/button'
import { ChangeLetter } from '@/components/ui/change-letter'
import { Link } from '@/components/ui/link'
import { StepKeys } from '@/components/ui/step-keys'
import { kindOf } from '@/lib/store/model/memory-change'
import type { RollbackPlan } from '@/lib/store/model/rollback-plan'
import type { LineCounts } from '@/lib/text/text-diff'
import { plainName } from '@/lib/text/plain-text'
import { leftOutBy, undoAddress } from './undo-address'

type Search = Record<string, string | string[] | undefined>

/** Rows of a group. */
const MAX = 200

type Memory = RollbackPlan['willChange'][number]

export interface GroupsProps {
  plan: RollbackPlan
  /** of those that will change, as far as they were counted, by id */
  lines: ReadonlyMap<string, LineCounts>
  /** memories that the person left out */
  leftOut: readonly Memory[]
  /** the address of the plan, without its parameters */
  page: string
  search: Search
}

/** The groups of a plan, each memory a row; what will change can be left out, and taken in again. */
export async function Groups({ plan, lines, leftOut, page, search }: GroupsProps) {
  const t = await texts()
  const without = leftOutBy(search)
  const address = (ids: readonly string[]) => undoAddress(page, search, { without: ids })
  return (
    <nav
      aria-label={t('Undo.groups')}
      tabIndex={0}
      className="undo-groups overflow-auto border-line bg-well py-2 outline-offset-[-2px] max-lg:overflow-visible max-lg:border-b lg:border-r"
    >
      <StepKeys selector="[data-undo-row]" next="j" previous="k" />
      <Group title={t('Undo.group_will')} rows={plan.willChange}>
        {(memory) => (
          <Row memory={memory}>
            <span className="shrink-0">
              <Amount added={0} removed={0} {...lines.get(memory.memoryId)} />
            </span>
            <Link
              id={`leave-out-${memory.memoryId}`}
              href={address([...without, memory.memoryId])}
              replace
              scroll={false}
              aria-label={t('Undo.leaveOut', { path: pathOf(memory) })}
              title={t('Undo.leaveOut', { path: pathOf(memory) })}
              className={buttonVariants({ variant: 'quiet', size: 'small-icon' })}
            >
              <X size={14} aria-hidden />
            </Link>
          </Row>
        )}
      </Group>
      <Group title={t('Undo.group_leftOut')} rows={leftOut}>
        {(memory) => (
          <Row memory={memory} isUnlinked>
            <Link
              href={address(without.filter((id) => id !== memory.memoryId))}
              replace
              scroll={false}
              aria-label={t('Undo.includePath', { path: pathOf(memory) })}
              className={buttonVariants({ variant: 'quiet', size: 'small' })}
            >
              {t('Undo.include')}
            </Link>
          </Row>
        )}
      </Group>
      <Group title={t('Undo.group_since')} rows={plan.changedSince}>
        {(memory) => <Row memory={memory} />}
      </Group>
      <Group title={t('Undo.group_so')} rows={plan.alreadySo}>
        {(memory) => <Row memory={memory} isUnlinked />}
      </Group>
      <Group title={t('Undo.group_cannot')} rows={plan.cannot}>
        {(memory) => (
          <Row memory={memory} isUnlinked>
            <span className="text-xs text-ink-3">{t(`Undo.reason_${memory.reason}`)}</span>
          </Row>
        )}
      </Group>
    </nav>
  )
}

async function Group<Row extends Memory>({
  title,
  rows,
  children,
}: {
  title: string
  rows: readonly Row[]
  children: (row: Row) => ReactNode
}) {
  const t = await texts()
  if (rows.length === 0) return null
  return (
    <section className="border-b border-line py-2 last:border-b-0">
      <h2 className="px-4 font-semibold">
        {title} <span className="font-normal text-ink-3 tabular-nums">{rows.length}</span>
      </h2>
      <ul aria-label={title} className="pt-1">
        {rows.slice(0, MAX).map((row) => (
          <li key={row.memoryId} data-undo-memory={row.memoryId}>
            {children(row)}
          </li>
        ))}
      </ul>
      {rows.length > MAX ? (
        <p className="px-4 text-ink-3">{t('Undo.more', { count: rows.length - MAX })}</p>
      ) : null}
    </section>
  )
}

async function Row({
  memory,
  isUnlinked = false,
  children,
}: {
  memory: Memory
  /** whether its difference is not shown */
  isUnlinked?: boolean
  children?: ReactNode
}) {
  const t = await texts()
  const { memoryId, before, after } = memory
  const kind = kindOf(memory) ?? (after ? 'modified' : 'deleted')
  const path =
    pathOf(memory) === '' ? (
      t('Undo.gone')
    ) : before && after && before.path !== after.path ? (
      <VisibleMove before={before.path} after={after.path} />
    ) : (
      <NameAndFolder path={after?.path ?? before?.path ?? ''} />
    )
  return (
    <span className="flex min-h-8 items-center gap-2.5 px-4 hover:bg-hover">
      <ChangeLetter kind={kind} label={t(`Changes.${kind}`)} />
      {isUnlinked ? (
        <span className="min-w-0 flex-1 font-mono text-xs break-all text-ink-2">{path}</span>
      ) : (
        <a
          href={`#change-${memoryId}`}
          data-undo-row
          className="min-w-0 flex-1 rounded-mark py-1 font-mono text-xs font-medium break-all"
        >
          {path}
        </a>
      )}
      {children}
    </span>
  )
}

/** A path with its name first, since that is what one knows a memory by. */
function NameAndFolder({ path }: { path: string }) {
  const end = path.lastIndexOf('/') + 1
  return (
    <>
      <span className="block truncate">
        {end === 1 ? <VisiblePath path={path} /> : <NameInTheMiddle name={path.slice(end)} />}
      </span>
      {end > 1 ? (
        <span className="block truncate font-normal text-ink-3">
          <VisiblePath path={path.slice(0, end)} />
        </span>
      ) : null}
    </>
  )
}

function pathOf({ before, after }: Memory): string {
  return plainName(after?.path ?? before?.path ?? '')
}

import { VisibleLine } from '@/components/content/visible-line'
import { VisibleMove, VisiblePath } from '@/components/content/visible-path'
import { texts } from '@/components/i18n/server-texts'
import { Amount } from '@/components/ui/amount'
import { ChangeLetter } from '@/components/ui/change-letter'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import type { ToldChange } from '@/lib/store/events/tell-changes'
import type { ChangeGroupsProps } from './shown-changes'

export type ChangeRowProps = Pick<ChangeGroupsProps, 'told' | 'opened' | 'addressOf' | 'diffOf'> & {
  change: MemoryVersion
}

/** A change with its telling line; pressing it unfolds the whole difference in place. */
export async function ChangeRow({ change, told, opened, addressOf, diffOf }: ChangeRowProps) {
  const t = await texts()
  const isOpen = change.id === opened
  const what = told.get(change.id)
  // Of an empty memory and of redacted words there is nothing to count.
  const lines = what?.lines ?? null
  const kind = what?.kind ?? change.operation
  const label = t(`History.${change.redactedAt === null ? kind : 'redacted'}`)
  return (
    <li>
      <Link
        href={addressOf({ open: isOpen ? null : change.id })}
        replace
        scroll={false}
        data-change
        aria-expanded={isOpen}
        className="flex min-h-8 items-center gap-x-2.5 px-3 py-1 outline-offset-[-2px] hover:bg-hover max-md:min-h-11 max-md:flex-wrap"
      >
        <ChangeLetter kind={kind} label={label} />
        <span className="max-w-[60%] min-w-0 shrink-0 truncate font-mono text-code font-medium max-md:max-w-none max-md:flex-1">
          {change.path === null ? (
            t('Memory.redactedPath')
          ) : kind === 'renamed' ? (
            <VisibleMove before={what?.pathBefore} after={change.path} />
          ) : (
            <VisiblePath path={change.path} />
          )}
        </span>
        <span className="min-w-0 flex-1 truncate max-md:order-last max-md:basis-full max-md:empty:hidden">
          {isOpen || !what ? null : <TellingLine told={what} />}
        </span>
        {isOpen ? (
          <span className="shrink-0 text-xs text-ink-3 tabular-nums">v{change.ordinal}</span>
        ) : null}
        {lines === null || lines.added + lines.removed === 0 ? null : <Amount {...lines} />}
      </Link>
      {isOpen ? diffOf(change) : null}
    </li>
  )
}

async function TellingLine({ told: { line, silence } }: { told: ToldChange }) {
  const t = await texts()
  if (silence !== null) return <span className="text-xs text-ink-3">{t(`Log.${silence}`)}</span>
  if (!line) return null
  const isAdded = line.sign === 'added'
  return (
    <span className={classNames('font-mono text-xs', isAdded ? 'text-added' : 'text-removed')}>
      {isAdded ? '+ ' : '− '}
      <VisibleLine line={line.text} />
    </span>
  )
}

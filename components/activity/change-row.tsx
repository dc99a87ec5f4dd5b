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
        className="block outline-offset-[-2px] hover:bg-hover"
      >
        <span className="flex min-h-8 items-center gap-2 px-3 py-1 max-md:min-h-10">
          <ChangeLetter kind={kind} label={label} />
          <span className="min-w-0 truncate font-mono text-code font-medium">
            {change.path === null ? (
              t('Memory.redactedPath')
            ) : kind === 'renamed' ? (
              <VisibleMove before={what?.pathBefore} after={change.path} />
            ) : (
              <VisiblePath path={change.path} />
            )}
          </span>
          <span className="ml-auto flex shrink-0 items-center gap-3">
            {what?.lines ? <Amount {...what.lines} /> : null}
            <span className="w-8 text-right text-xs text-ink-3 tabular-nums">
              v{change.ordinal}
            </span>
          </span>
        </span>
        {isOpen || !what ? null : <TellingLine told={what} />}
      </Link>
      {isOpen ? diffOf(change) : null}
    </li>
  )
}

async function TellingLine({ told: { line, silence } }: { told: ToldChange }) {
  const t = await texts()
  if (silence !== null) {
    return <span className="block px-3 pb-1.5 text-xs text-ink-3">{t(`Activity.${silence}`)}</span>
  }
  if (!line) return null
  const isAdded = line.sign === 'added'
  return (
    <span
      className={classNames(
        'flex border-l-[3px] px-2 py-0.5 font-mono text-code',
        isAdded
          ? 'border-added-bar bg-added-line'
          : 'border-dashed border-removed-bar bg-removed-line',
      )}
    >
      <span
        aria-hidden
        className={classNames('w-4 shrink-0', isAdded ? 'text-added' : 'text-removed')}
      >
        {isAdded ? '+' : '−'}
      </span>
      <span className="min-w-0 truncate max-md:line-clamp-2 max-md:whitespace-normal">
        <VisibleLine line={line.text} />
      </span>
    </span>
  )
}

'use client'

import { VisibleLine } from '@/components/content/visible-line'
import { VisibleMove, VisiblePath } from '@/components/content/visible-path'
import { Amount } from '@/components/ui/amount'
import { ChangeLetter } from '@/components/ui/change-letter'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { ShownChange, ShownLog } from './shown-log'

export interface ChangeRowProps {
  change: ShownChange
  log: ShownLog
}

/** A change with its telling line; pressing it unfolds the whole difference in place. */
export function ChangeRow({ change, log }: ChangeRowProps) {
  const { id, kind, path, open, added = 0, removed = 0 } = change
  return (
    <li>
      <Link
        href={open ? log.closedAddress : log.openAddress.join(id)}
        replace
        scroll={false}
        data-change
        aria-expanded={open !== undefined}
        className="log-row"
      >
        <ChangeLetter kind={kind} label={log.kinds[change.isRedacted ? 'redacted' : kind]} />
        <span className="log-path">
          {path === undefined ? (
            log.noPath
          ) : kind === 'renamed' ? (
            <VisibleMove before={change.pathBefore} after={path} />
          ) : (
            <VisiblePath path={path} />
          )}
        </span>
        <span className="log-told">{open ? null : <TellingLine {...change} />}</span>
        {open ? (
          <span className="shrink-0 text-xs text-ink-3 tabular-nums">v{open.ordinal}</span>
        ) : null}
        {added + removed === 0 ? null : <Amount added={added} removed={removed} />}
      </Link>
      {open?.difference}
    </li>
  )
}

function TellingLine({ line, silence }: Pick<ShownChange, 'line' | 'silence'>) {
  if (silence !== undefined) return <span className="text-xs text-ink-3">{silence}</span>
  if (!line) return null
  const isAdded = line.sign === 'added'
  return (
    <span className={classNames('font-mono text-xs', isAdded ? 'text-added' : 'text-removed')}>
      {isAdded ? '+ ' : '− '}
      <VisibleLine line={line.text} />
    </span>
  )
}

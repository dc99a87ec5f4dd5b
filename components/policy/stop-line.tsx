import type { ReactNode } from 'react'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisiblePath } from '@/components/content/visible-path'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import { writeAddress, type WritePlace } from './write-address'

export interface StopLineProps {
  storeId: string
  stop: WritePlace & { at: number; path: string | null }
  /** the agent's name */
  agent: string
  /** stands where a redaction took the path */
  withoutPath: string
  now: number
  /** what else is said of it */
  children: ReactNode
}

/** A row for a write that a policy masked or refused: when, who and where; never the text. */
export function StopLine({ storeId, stop, agent, withoutPath, now, children }: StopLineProps) {
  const shown = stop.path === null ? withoutPath : <VisiblePath path={stop.path} />
  const href = writeAddress(storeId, stop)
  return (
    <li className="flex gap-x-2.5">
      <span className="w-12 shrink-0 text-ink-3">
        <RelativeTime time={stop.at} now={now} />
      </span>
      <span className="flex min-w-0 flex-wrap gap-x-2.5">
        <span>
          <VisibleLabel text={agent} />
        </span>
        <span className="min-w-0 font-mono wrap-anywhere">
          {href === null ? (
            shown
          ) : (
            <Link href={href} className="hover:underline">
              {shown}
            </Link>
          )}
        </span>
        {children}
      </span>
    </li>
  )
}

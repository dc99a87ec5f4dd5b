import type { ReactNode } from 'react'
import { VisibleLabel } from '@/components/content/visible-label'
import { RelativeTime } from '@/components/ui/relative-time'
import { writeAddress, type WritePlace } from './write-address'
import { WritePath } from './write-path'

export interface StopLineProps {
  storeId: string
  stop: WritePlace & { at: number; path: string | null }
  /** the agent's name */
  agent: string
  /** stands where a redaction took the path */
  withoutPath: string
  now: number
  /** further words about it */
  children: ReactNode
}

/** A row for a write that a policy masked or refused: when, who and where; never the text. */
export function StopLine({ storeId, stop, agent, withoutPath, now, children }: StopLineProps) {
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
          <WritePath
            path={stop.path}
            withoutPath={withoutPath}
            href={writeAddress(storeId, stop)}
          />
        </span>
        {children}
      </span>
    </li>
  )
}

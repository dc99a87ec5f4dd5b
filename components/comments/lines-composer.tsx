'use client'

import type { Disposition } from '@/lib/review/model/comment'
import type { LineRange } from '@/lib/text/line-range'
import { commentOnLinesAction } from './actions'
import { Composer } from './composer'

export interface LinesComposerProps {
  storeId: string
  /** the version that the lines are of */
  versionId: string
  /** lines that can be commented on */
  within: LineRange
  /** those that are chosen at first */
  first: LineRange
  /** what it asks for at first; left out: nothing */
  disposition?: Disposition
  /** the comment is written, or given up */
  onEnd: () => void
}

/** The form to comment on lines of a version. */
export function LinesComposer({ storeId, versionId, ...composer }: LinesComposerProps) {
  return (
    <Composer
      {...composer}
      onSave={(comment) => commentOnLinesAction({ storeId, versionId, ...comment })}
    />
  )
}

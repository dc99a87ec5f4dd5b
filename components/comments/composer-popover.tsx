'use client'

import dynamic from 'next/dynamic'
import { CommentsTexts } from '@/components/i18n/part-texts'
import type { LinesComposerProps } from './lines-composer'

const Composer = dynamic(() => import('./lines-composer').then((module) => module.LinesComposer))

/** The form to comment on lines, below what opened it; on a phone across the page. */
export function ComposerPopover(props: LinesComposerProps) {
  return (
    <div className="absolute top-full right-0 z-20 mt-1 w-[28rem] overflow-hidden rounded-card bg-raised shadow-e-2 max-md:fixed max-md:inset-x-3 max-md:top-28 max-md:w-auto">
      <CommentsTexts>
        <Composer {...props} />
      </CommentsTexts>
    </div>
  )
}

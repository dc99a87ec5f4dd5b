'use client'

import dynamic from 'next/dynamic'
import { CommentsTexts } from '@/components/i18n/part-texts'
import type { ThreadView } from './thread-view'

const Lazy = dynamic(() => import('./thread').then((module) => module.Thread))

/** Comments, one below the other, loaded with their texts where there are any. */
export function Threads({ threads }: { threads: readonly ThreadView[] }) {
  return (
    <CommentsTexts>
      <div className="space-y-2">
        {threads.map((thread) => (
          <Lazy key={thread.id} thread={thread} />
        ))}
      </div>
    </CommentsTexts>
  )
}

'use client'

import dynamic from 'next/dynamic'
import { CommentsTexts } from '@/components/i18n/part-texts'
import { useCommenting } from './commenting'
import { hunkSides } from './hunk-sides'

const Lazy = dynamic(() => import('./hunk-composer').then((module) => module.HunkComposer))

/** The form to comment on a hunk, whose code is loaded with the first comment. */
export function HunkComposer({ hunkId }: { hunkId: string }) {
  const commenting = useCommenting()
  const sides = hunkSides(hunkId)
  if (commenting?.place?.hunkId !== hunkId || !sides) return null
  return (
    <CommentsTexts>
      <Lazy
        changesetId={commenting.changesetId}
        hunkId={hunkId}
        sides={sides}
        chosen={commenting.place.chosen}
        onEnd={commenting.end}
        onDraft={commenting.keepDraft}
      />
    </CommentsTexts>
  )
}

'use client'

import { createContext, type ReactNode, type RefObject, use, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useBoard } from '@/components/review/board/board-context'
import { elementOf, focusHunk } from '@/components/review/board/board-focus'
import { KeptText } from '@/components/review/board/kept-texts'
import { chosenRows, type LineChoice, linesIn } from '@/components/review/board/line-choice'
import { useLetterKey } from '@/components/ui/use-letter-key'
import { chosenSide, type SideLines } from './hunk-sides'

interface Commenting {
  changesetId: string
  /** the lines that a comment is being written on; null: none */
  place: CommentPlace | null
  /** begins a comment on a hunk, or on the lines that are chosen in it */
  begin: (hunkId: string) => void
  /** the comment is written, or given up; the focus goes back to its hunk */
  end: () => void
  keepDraft: (text: string) => void
}

interface CommentPlace {
  hunkId: string
  /** null: all of it */
  chosen: SideLines | null
}

const CommentingContext = createContext<Commenting | null>(null)

/** Lets the hunks in it be commented on, by `c` too. */
export function Commenting({
  changesetId,
  children,
}: {
  changesetId: string
  children: ReactNode
}) {
  const t = useTranslations('Review')
  const { choice, choose, hunkOf } = useBoard()
  const [place, setPlace] = useState<CommentPlace | null>(null)
  // Not rendered from while it is typed: that would render every hunk at each key.
  const draft = useRef('')
  const begin = (hunkId: string) => {
    if (place?.hunkId === hunkId) return
    draft.current = ''
    setPlace({ hunkId, chosen: chosenIn(hunkId, choice) })
  }
  useLetterKey('c', () => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-hunk]')?.dataset.hunk
    if (focused !== undefined) begin(focused)
  })
  const keepDraft = (text: string) => {
    draft.current = text
  }
  const end = () => {
    keepDraft('')
    setPlace(null)
    choose(null)
    focusHunk(place?.hunkId)
  }
  return (
    <CommentingContext value={{ changesetId, place, begin, end, keepDraft }}>
      {place && !hunkOf(place.hunkId) ? (
        <KeptDraft draft={draft} why={t('keptWithoutHunk')} onDrop={end} />
      ) : null}
      {children}
    </CommentingContext>
  )
}

interface KeptDraftProps {
  draft: RefObject<string>
  why: string
  onDrop: () => void
}

/** What was written of a comment on a hunk that no longer exists. */
function KeptDraft({ draft, why, onDrop }: KeptDraftProps) {
  // As it was when the hunk went.
  const [text] = useState(() => draft.current)
  return text.trim() === '' ? null : <KeptText text={text} why={why} onDrop={onDrop} />
}

/** Commenting on the hunks of the changeset around it; null: it is shown elsewhere. */
export function useCommenting(): Commenting | null {
  return use(CommentingContext)
}

function chosenIn(hunkId: string, choice: LineChoice | null): SideLines | null {
  const element = choice?.hunkId === hunkId ? elementOf(hunkId) : null
  return choice && element ? chosenSide(hunkId, linesIn(chosenRows(element, choice))) : null
}

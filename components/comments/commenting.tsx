'use client'

import { createContext, type ReactNode, use, useState } from 'react'
import { useBoard } from '@/components/review/board/board-context'
import { elementOf, focusHunk } from '@/components/review/board/board-focus'
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
  const { choice, choose } = useBoard()
  const [place, setPlace] = useState<CommentPlace | null>(null)
  const begin = (hunkId: string) => setPlace({ hunkId, chosen: chosenIn(hunkId, choice) })
  useLetterKey('c', () => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-hunk]')?.dataset.hunk
    if (focused !== undefined) begin(focused)
  })
  const end = () => {
    setPlace(null)
    choose(null)
    focusHunk(place?.hunkId)
  }
  return (
    <CommentingContext value={{ changesetId, place, begin, end }}>{children}</CommentingContext>
  )
}

/** Commenting on the hunks of the changeset around it; null: it is shown elsewhere. */
export function useCommenting(): Commenting | null {
  return use(CommentingContext)
}

function chosenIn(hunkId: string, choice: LineChoice | null): SideLines | null {
  const element = choice?.hunkId === hunkId ? elementOf(hunkId) : null
  return choice && element ? chosenSide(hunkId, linesIn(chosenRows(element, choice))) : null
}

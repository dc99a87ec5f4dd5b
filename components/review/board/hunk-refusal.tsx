'use client'

import { ErrorNotice } from '@/components/ui/notice'
import { useBoard } from './board-context'

/** Says beside a hunk why the server refused the last act about it; nothing where it did not. */
export function HunkRefusal({ hunkId }: { hunkId: string }) {
  const why = useBoard().refusalOf(hunkId)
  if (why === null) return null
  return (
    <div className="px-5 py-2 max-md:px-4">
      <ErrorNotice>{why}</ErrorNotice>
    </div>
  )
}

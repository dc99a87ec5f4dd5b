'use client'

import { CircleCheck, CircleDot, MessageSquare, Undo2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { PathInTwo } from '@/components/content/path-in-two'
import type { Decision } from '@/lib/review/model/hunk'
import { Amount } from '@/components/ui/amount'
import { useBoard } from './board-context'

export interface ListedMemory {
  memoryId: string
  path: string | null
  added: number
  removed: number
  hasReasons: boolean
  openComments: number
}

/** The memories of a changeset, each with how much of it is still open. */
export function MemoryList({ memories }: { memories: readonly ListedMemory[] }) {
  const t = useTranslations('Review')
  const board = useBoard()
  const openOf = (memoryId: string) =>
    board.ofMemory(memoryId).filter((hunk) => board.decisionOf(hunk) === null).length
  return (
    <nav aria-label={t('memories')} className="min-h-0 overflow-auto py-2">
      <ol>
        {memories.map(({ memoryId, path, added, removed, hasReasons, openComments }) => {
          const open = openOf(memoryId)
          const { Icon, look } = signOf(open, board.ofMemory(memoryId).map(board.decisionOf))
          return (
            <li key={memoryId}>
              <a
                href={`#m-${memoryId}`}
                className="flex items-center gap-2 px-3 py-1.5 text-xs outline-offset-[-2px] hover:bg-hover"
              >
                <Icon
                  size={14}
                  aria-label={t('openHunks', { count: open })}
                  className={look ?? (hasReasons ? 'text-removed' : 'text-ink-3')}
                />
                <span className="min-w-0 flex-1">
                  {path === null ? t('noPath') : <PathInTwo path={path} />}
                </span>
                {openComments === 0 ? null : (
                  <span className="flex items-center gap-0.5 text-ink-3 tabular-nums">
                    <MessageSquare size={12} aria-hidden />
                    <span aria-hidden>{openComments}</span>
                    <span className="sr-only">{t('openComments', { count: openComments })}</span>
                  </span>
                )}
                <Amount added={added} removed={removed} />
              </a>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** The sign of a memory's hunks: open, kept as they are, or reverted and edited as well. */
function signOf(open: number, decisions: readonly (Decision | null)[]) {
  if (open > 0) return { Icon: CircleDot, look: null }
  return decisions.every((decision) => decision === 'accepted')
    ? { Icon: CircleCheck, look: 'text-added' }
    : { Icon: Undo2, look: 'text-removed' }
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import type { FoldersAnswer } from './folders-answer'
import { foldersQuery } from './queries'

/** Counts the folders that stopped or have something to be decided. */
export function NeedsYou({ initial }: { initial: FoldersAnswer }) {
  const t = useTranslations('Folders')
  const { folders } = useQuery(foldersQuery(initial)).data
  const count = folders.filter(
    ({ state, conflicts, failures }) =>
      state === 'problem' || conflicts.length > 0 || failures.length > 0,
  ).length
  if (count === 0) return null
  return (
    <Badge tone="caution" Icon={TriangleAlert}>
      {t('needYou', { count })}
    </Badge>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FolderRow } from './folder-row'
import type { FoldersAnswer } from './folders-answer'
import { foldersQuery } from './queries'

/** The folders that are watched, as they are. */
export function FolderList({ initial }: { initial: FoldersAnswer }) {
  const t = useTranslations('Folders')
  const { folders, now } = useQuery(foldersQuery(initial)).data
  if (folders.length === 0) return null
  return (
    <ul aria-label={t('title')} className="border-t border-line">
      {folders.map((folder) => (
        <FolderRow key={folder.id} folder={folder} now={now} />
      ))}
    </ul>
  )
}

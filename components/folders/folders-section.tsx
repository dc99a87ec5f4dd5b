'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { SectionHead } from '@/components/connections/section-head'
import { StepKeys } from '@/components/ui/step-keys'
import { ConfidenceSign } from './confidence-sign'
import { FolderRow } from './folder-row'
import type { FoldersAnswer } from './folders-answer'
import { FoundFolders, type ShownFound } from './found-folders'
import { Lately } from './lately'
import { NextStep } from './next-step'
import { foldersQuery } from './queries'
import { dropVisited, useStoresToOpen } from './stores-to-open'

export interface FoldersSectionProps {
  initial: FoldersAnswer
  /** those that agents of this machine keep and nobody watches yet */
  found: readonly ShownFound[]
}

/** The folders that are watched, what to do after one was connected, and those that were found. */
export function FoldersSection({ initial, found }: FoldersSectionProps) {
  const t = useTranslations('Folders')
  const { folders, lately, now } = useQuery(foldersQuery(initial)).data
  const toOpen = useStoresToOpen()
  useEffect(dropVisited, [])
  const connected = folders.filter(
    ({ storeId, state }) => state === 'ok' && toOpen.includes(storeId),
  )
  const [next, ...others] = connected
  const isAnyUnsure = folders.some(({ written }) => written.likely + written.unknown > 0)
  return (
    <>
      <StepKeys selector="[data-folder-row]" />
      {next ? <NextStep folders={[next, ...others]} /> : null}
      {found.length > 0 ? <FoundFolders found={found} now={now} isNext={!next} /> : null}
      {folders.length > 0 ? (
        <section aria-labelledby="folders">
          <SectionHead id="folders" title={t('title')} count={folders.length}>
            {isAnyUnsure ? <WhoWroteLegend /> : null}
          </SectionHead>
          <ul aria-label={t('title')}>
            {folders.map((folder) => (
              <FolderRow key={folder.id} folder={folder} now={now} />
            ))}
          </ul>
          {lately.length > 0 ? (
            <Lately lately={lately} isOneOfSeveral={folders.length > 1} now={now} />
          ) : null}
        </section>
      ) : null}
    </>
  )
}

/** Explains the signs of who wrote. */
function WhoWroteLegend() {
  const t = useTranslations('Folders')
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      {t('whoWrote')}
      {(['exact', 'likely', 'unknown'] as const).map((each) => (
        <span key={each} className="flex items-center gap-1.5">
          <ConfidenceSign confidence={each} />
          {t(each)}
        </span>
      ))}
    </p>
  )
}

import 'server-only'
import { Plug } from 'lucide-react'
import { SectionHead } from '@/components/connections/section-head'
import { texts } from '@/components/i18n/server-texts'
import { FolderKeys } from './folder-keys'
import { FolderList } from './folder-list'
import type { FoldersAnswer } from './folders-answer'
import { FoundFolders, type ShownFound } from './found-folders'
import { Lately } from './lately'
import { WhoWroteLegend } from './who-wrote-legend'

/** Folders that are watched, and those that agents of this machine keep and nobody watches yet. */
export async function FoldersSection({
  initial,
  found,
}: {
  initial: FoldersAnswer
  found: readonly ShownFound[]
}) {
  const t = await texts()
  return (
    <section aria-labelledby="folders">
      <SectionHead id="folders" title={t('Folders.title')} count={initial.folders.length}>
        {initial.folders.length > 0 ? <WhoWroteLegend /> : null}
      </SectionHead>
      <FolderList initial={initial} />
      <FolderKeys initial={initial} />
      {found.length > 0 ? <FoundFolders found={found} now={timeNow()} /> : null}
      {initial.folders.length === 0 && found.length === 0 ? (
        <p className="flex items-start gap-2 px-5 pb-3 text-ink-3 max-md:px-4">
          <Plug size={15} aria-hidden className="mt-0.5 shrink-0" />
          {t('Folders.nothingFound')}
        </p>
      ) : null}
      <Lately initial={initial} />
    </section>
  )
}

function timeNow(): number {
  return Date.now()
}

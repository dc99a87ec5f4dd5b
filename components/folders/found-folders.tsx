'use client'

import { FolderSync, TriangleAlert } from 'lucide-react'
import { useState, useTransition } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { SectionHead } from '@/components/connections/section-head'
import { VisibleLabel } from '@/components/content/visible-label'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import { RelativeTime } from '@/components/ui/relative-time'
import { shownSize } from '@/lib/text/shown-size'
import type { FoundFolder } from '@/lib/connect/find-folders'
import type { Direction } from '@/lib/connect/model/connection'
import { connectFoldersAction } from './actions'
import { DirectionChoice } from './direction-choice'
import { noteConnected } from './stores-to-open'

/** A folder of an agent that nobody watches yet. */
export interface ShownFound extends Omit<FoundFolder, 'isConnected'> {
  /** as a person would write it, from the home folder on */
  displayedFolder: string
}

export interface FoundFoldersProps {
  found: readonly ShownFound[]
  now: number
  /** whether connecting them is what comes next */
  isNext: boolean
}

/** Lists the memory folders found on this machine, to be ticked and connected. */
export function FoundFolders({ found, now, isNext }: FoundFoldersProps) {
  const t = useTranslations('Folders')
  const format = useFormatter()
  const noAnswer = useNoAnswer()
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [direction, setDirection] = useState<Direction>('read')
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, start] = useTransition()
  // Instructions are a project's own files: they are taken if somebody wants them.
  const isTicked = ({ preset, location }: ShownFound) =>
    (preset !== 'instructions') !== toggled.has(location)
  const ticked = found.filter(isTicked)
  const toggle = (location: string) => {
    const next = new Set(toggled)
    if (!next.delete(location)) next.add(location)
    setToggled(next)
  }
  const connect = () =>
    start(async () => {
      const folders = ticked.map(({ location, preset, name }) => ({
        location,
        preset,
        store: { namedAfter: preset === 'instructions' ? t('instructionsOf', { name }) : name },
      }))
      const outcome = await connectFoldersAction({ folders, direction }).catch(noAnswer)
      setWhy(outcome.isDone ? null : outcome.why)
      if (outcome.isDone) noteConnected(outcome.value)
    })
  return (
    <section aria-labelledby="found" className="border-b border-line pb-3">
      <SectionHead id="found" title={t('found')} count={found.length}>
        <DirectionChoice name="found-direction" value={direction} onChoose={setDirection} />
      </SectionHead>
      <ul aria-labelledby="found">
        {found.map((folder) => (
          <FoundRow
            key={folder.location}
            folder={folder}
            now={now}
            isTicked={isTicked(folder)}
            onToggle={() => toggle(folder.location)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2 px-5 pt-3 max-md:px-4">
        <Button
          variant={isNext ? 'primary' : 'secondary'}
          disabled={ticked.length === 0}
          isBusy={isPending}
          onClick={connect}
        >
          <FolderSync size={15} aria-hidden />
          {t('connect', { count: ticked.length })}
        </Button>
        <p className="min-w-0 flex-1 text-xs text-ink-2">
          {t(direction === 'read' ? 'willRead' : 'willGoBothWays', {
            folders: ticked.length,
            files: ticked.reduce((sum, { fileCount }) => sum + fileCount, 0),
            size: shownSize(
              format,
              ticked.reduce((sum, { byteSize }) => sum + byteSize, 0),
            ),
          })}
        </p>
      </div>
      {why === null ? null : (
        <div className="px-5 pt-2 max-md:px-4">
          <ErrorNotice>{why}</ErrorNotice>
        </div>
      )}
    </section>
  )
}

interface FoundRowProps {
  folder: ShownFound
  now: number
  isTicked: boolean
  onToggle: () => void
}

function FoundRow({ folder, now, isTicked, onToggle }: FoundRowProps) {
  const t = useTranslations('Folders')
  const format = useFormatter()
  const { name, fileCount, byteSize, newestAt, sessionCount, missingCount } = folder
  return (
    <li>
      <label
        title={folder.displayedFolder}
        className="flex min-h-[31px] cursor-pointer flex-wrap items-center gap-x-3 border-b border-line px-5 py-1 hover:bg-hover has-checked:bg-selected max-md:px-4"
      >
        <input type="checkbox" data-folder-row="found" checked={isTicked} onChange={onToggle} />
        <span className="min-w-0 flex-1 basis-32 truncate font-medium">
          <VisibleLabel text={name} />
          {folder.preset === 'instructions' ? (
            <span className="ml-2 font-normal text-ink-2">{t('instructions')}</span>
          ) : null}
        </span>
        <span className="text-ink-2 tabular-nums">{t('fileCount', { count: fileCount })}</span>
        <span className="w-14 text-right tabular-nums">{shownSize(format, byteSize)}</span>
        <span className="w-9 text-right text-ink-2" data-changes-with-time>
          {newestAt === null ? null : <RelativeTime time={newestAt} now={now} />}
        </span>
        <span className="min-w-0 basis-64 text-xs text-ink-2 max-md:basis-full">
          {missingCount > 0 ? (
            <span className="flex items-center gap-1.5 font-medium text-caution">
              <TriangleAlert size={13} aria-hidden className="shrink-0" />
              {t('missing', { count: missingCount })}
            </span>
          ) : sessionCount > 0 ? (
            t('sessions', { count: sessionCount })
          ) : null}
        </span>
      </label>
    </li>
  )
}

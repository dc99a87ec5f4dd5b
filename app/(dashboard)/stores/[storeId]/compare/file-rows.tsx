'use client'

import { useTranslations } from 'use-intl'
import { VisiblePath } from '@/components/content/visible-path'
import { AmountBar } from '@/components/ui/amount'
import { ChangeLetter } from '@/components/ui/change-letter'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { ChangeKind } from '@/lib/store/model/memory-change'
import { plainName } from '@/lib/text/plain-text'
import type { LineCounts } from '@/lib/text/text-diff'

/** A changed memory; its lines are left out where they were not counted. */
export type SentFile = readonly [
  memoryId: string,
  kind: ChangeKind,
  /** in its folder */
  name: string,
  added?: number,
  removed?: number,
]

export interface FileRowsProps {
  /** with their trailing slashes */
  folders: readonly (readonly [folder: string, files: readonly SentFile[]])[]
  /** the one whose difference is shown */
  chosen: string | null
  /** the address of a file, split at its memory */
  address: readonly [string, string]
}

/** The changed memories by folder; there may be hundreds, which come as data. */
export function FileRows({ folders, chosen, address }: FileRowsProps) {
  const t = useTranslations('Changes')
  return (
    <nav aria-label={t('files')} className="compare-scroll pb-2">
      {folders.map(([folder, files]) => (
        <section key={folder}>
          <h2 className="mt-1 flex h-7 items-center gap-2 px-4 text-xs font-medium text-ink-2">
            <span className="min-w-0 truncate">
              {folder === '/' ? t('topLevel') : <VisiblePath path={folder} />}
            </span>
            <span className="ml-auto font-normal text-ink-3 tabular-nums">{files.length}</span>
          </h2>
          <ul>
            {files.map((file) => (
              <li key={file[0]}>
                <File
                  folder={folder}
                  file={file}
                  isChosen={file[0] === chosen}
                  href={address.join(file[0])}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

/** Characters at a name's end that a narrow list does not cut. */
const KEPT_END = 12

interface FileProps {
  folder: string
  file: SentFile
  isChosen: boolean
  href: string
}

function File({ folder, file: [, kind, ownName, added, removed], isChosen, href }: FileProps) {
  const t = useTranslations()
  const path = plainName(`${folder}${ownName}`)
  const name = plainName(ownName)
  const counts = added === undefined || removed === undefined ? null : { added, removed }
  const amount = counts === null ? '' : `, ${t('Diff.summary', counts)}`
  return (
    <Link
      href={href}
      scroll={false}
      data-file-change
      title={path}
      aria-current={isChosen ? 'true' : undefined}
      className={classNames(
        'compare-file',
        isChosen ? 'bg-selected font-medium shadow-[inset_2px_0_var(--accent)]' : 'hover:bg-hover',
      )}
    >
      <span className="sr-only">{`${t(`Changes.${kind}`)}: ${path}${amount}`}</span>
      <span aria-hidden className="inline-flex">
        <ChangeLetter kind={kind} label={t(`Changes.${kind}`)} />
      </span>
      <span aria-hidden className="flex min-w-0 flex-1 whitespace-pre">
        <span className="min-w-0 truncate">{name.slice(0, -KEPT_END)}</span>
        <span className="shrink-0">{name.slice(-KEPT_END)}</span>
      </span>
      {counts === null ? null : (
        <>
          <Counted {...counts} />
          <AmountBar {...counts} />
        </>
      )}
    </Link>
  )
}

/** The larger of the two, so that names have room; the head of the difference has both. */
function Counted({ added, removed }: LineCounts) {
  if (added + removed === 0) return null
  return (
    <span aria-hidden className="text-label tabular-nums">
      {added >= removed ? (
        <span className="text-added">+{added}</span>
      ) : (
        <span className="text-removed">−{removed}</span>
      )}
    </span>
  )
}

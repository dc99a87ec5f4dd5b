import { VisiblePath } from '@/components/content/visible-path'
import { texts } from '@/components/i18n/server-texts'
import { AmountBar } from '@/components/ui/amount'
import { ChangeLetter } from '@/components/ui/change-letter'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import {
  kindOf,
  type MemoryChange,
  pathOf,
  type VersionSummary,
} from '@/lib/store/model/memory-change'
import { plainName } from '@/lib/text/plain-text'
import type { LineCounts } from '@/lib/text/text-diff'

type Change = MemoryChange<VersionSummary>

export interface FileListProps {
  changes: readonly Change[]
  /** by memory; null: not counted */
  lines: ReadonlyMap<string, LineCounts> | null
  /** the one whose difference is shown */
  chosen: string | null
  hrefOf: (memoryId: string) => string
}

/** The changed memories by folder, each a link to its difference. */
export async function FileList({ changes, lines, chosen, hrefOf }: FileListProps) {
  const t = await texts()
  return (
    <nav aria-label={t('Changes.files')} className="compare-scroll pb-2">
      {foldersOf(changes).map(({ folder, files }) => (
        <section key={folder}>
          <h2 className="mt-1 flex h-7 items-center gap-2 px-4 text-xs font-medium text-ink-2">
            <span className="min-w-0 truncate">
              {folder === '/' ? t('Changes.topLevel') : <VisiblePath path={folder} />}
            </span>
            <span className="ml-auto font-normal text-ink-3 tabular-nums">{files.length}</span>
          </h2>
          <ul>
            {files.map((change) => (
              <li key={change.memoryId}>
                <File
                  change={change}
                  counts={lines?.get(change.memoryId) ?? null}
                  isChosen={change.memoryId === chosen}
                  href={hrefOf(change.memoryId)}
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

async function File({
  change,
  counts,
  isChosen,
  href,
}: {
  change: Change
  counts: LineCounts | null
  isChosen: boolean
  href: string
}) {
  const t = await texts()
  const kind = kindOf(change) ?? 'modified'
  const path = pathOf(change)
  const name = plainName(path.slice(path.lastIndexOf('/') + 1))
  const amount = counts === null ? '' : `, ${t('Diff.summary', { ...counts })}`
  return (
    <Link
      href={href}
      scroll={false}
      data-file-change
      title={plainName(path)}
      aria-current={isChosen ? 'true' : undefined}
      className={classNames(
        'flex h-7 items-center gap-2 pr-4 pl-6 outline-offset-[-2px] max-md:h-11',
        isChosen ? 'bg-selected font-medium shadow-[inset_2px_0_var(--accent)]' : 'hover:bg-hover',
      )}
    >
      <span className="sr-only">{`${t(`Changes.${kind}`)}: ${plainName(path)}${amount}`}</span>
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

/** Groups changes by folder, in the order of their first memories. */
function foldersOf(changes: readonly Change[]): { folder: string; files: Change[] }[] {
  const folders = new Map<string, Change[]>()
  for (const change of changes) {
    const path = pathOf(change)
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    folders.set(folder, [...(folders.get(folder) ?? []), change])
  }
  return [...folders].map(([folder, files]) => ({ folder, files }))
}

import 'server-only'
import type { ReactNode } from 'react'
import { VisibleName, VisiblePath } from '@/components/content/visible-path'
import { formats, texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { plainName } from '@/lib/text/plain-text'
import { MatchLines } from './match-lines'
import type { Match } from '@/lib/text/matches'
import { shownMatches } from '@/lib/scan/shown-matches'

/** A memory that was found. */
export interface FoundMemory {
  id: string
  /** null: redacted since */
  path: string | null
  /** of its content */
  address: string
  matches: readonly Match[]
  /** beside its name */
  meta: ReactNode
}

/** Memories that were found, by folder, each with the lines that match; no secret is shown in them. */
export async function FolderHits({
  memories,
  previewed,
}: {
  memories: readonly FoundMemory[]
  /** the id of the memory in the preview; null: none of these */
  previewed: string | null
}) {
  const t = await texts()
  const format = await formats()
  const shown = await shownMatches(memories.map(({ matches }) => matches))
  const hits = memories.map((memory, at) => ({ ...memory, matches: shown[at] ?? [] }))
  return [...byFolder(hits)].map(([folder, found]) => (
    <section key={folder} className="mt-2">
      <h3 className="flex h-7 items-center gap-2 text-xs text-ink-3">
        <span className="min-w-0 truncate">
          {folder === '' ? (
            t('Search.root')
          ) : (
            <span className="font-mono">
              <VisiblePath path={folder} />
            </span>
          )}
        </span>
        <span className="tabular-nums">{format.number(found.length)}</span>
      </h3>
      <ul className="divide-y divide-line border-y border-line">
        {found.map(({ id, path, address, matches, meta }) => (
          <li
            key={id}
            data-follow={id}
            aria-current={id === previewed ? 'true' : undefined}
            className="py-1 aria-current:@5xl:-mx-5 aria-current:@5xl:bg-selected aria-current:@5xl:px-5 aria-current:@5xl:shadow-[inset_2px_0_0_var(--accent)]"
          >
            <div className="flex flex-wrap items-center gap-x-3">
              <Link
                data-hit
                href={address}
                {...(path === null
                  ? {}
                  : { 'aria-label': plainName(path), title: plainName(path) })}
                className="min-h-6 min-w-0 flex-1 truncate rounded-mark px-1 font-mono text-code leading-6 font-medium outline-offset-[-2px] hover:bg-hover max-md:leading-8"
              >
                {path === null ? t('Memory.redactedPath') : <VisibleName name={nameOf(path)} />}
              </Link>
              {meta}
            </div>
            <MatchLines matches={matches} address={address} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** Folders in the order of their first memory; `/notes/`, and '' for the root or a redacted path. */
function byFolder(memories: readonly FoundMemory[]): Map<string, FoundMemory[]> {
  const folders = new Map<string, FoundMemory[]>()
  for (const memory of memories) {
    const end = memory.path?.lastIndexOf('/') ?? 0
    const folder = end > 0 ? (memory.path?.slice(0, end + 1) ?? '') : ''
    folders.set(folder, [...(folders.get(folder) ?? []), memory])
  }
  return folders
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

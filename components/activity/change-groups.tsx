import type { ReactNode } from 'react'
import { formats, texts } from '@/components/i18n/server-texts'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import type { ToldChange } from '@/lib/store/tell-changes'
import { GroupOfChanges } from './group-of-changes'
import { groupChanges } from './group-changes'

export interface ChangeGroupsProps {
  changes: readonly MemoryVersion[]
  /** what each changed, by version id */
  told: ReadonlyMap<string, ToldChange>
  /** names of actors, titles of sessions, and names of stores, by id */
  names: ReadonlyMap<string, string>
  titles: ReadonlyMap<string, string | null>
  stores: ReadonlyMap<string, string>
  now: number
  /** the version whose difference is unfolded; null: none */
  opened: string | null
  /** the page with another version unfolded, or narrowed to an actor or a session */
  addressOf: (change: { open: string | null } | { actor: string } | { session: string }) => string
  diffOf: (change: MemoryVersion) => ReactNode
}

const DAY_MS = 86_400_000

/** Changes by day, newest first; neighbours that were made together are joined. */
export async function ChangeGroups({ changes, ...shown }: ChangeGroupsProps) {
  const t = await texts()
  const format = await formats()
  return (
    <ol aria-label={t('Activity.changes')} className="max-w-[64rem] space-y-6">
      {groupChanges(changes).map(({ day, groups }) => (
        <li key={groups[0]?.[0].id}>
          <h2 className="mb-3 text-xs font-semibold text-ink-2 md:pl-[34px]">
            {format.dateTime(day * DAY_MS, {
              weekday: 'long',
              day: 'numeric',
              month: 'long',
              year: 'numeric',
            })}
          </h2>
          <ol className="space-y-5">
            {groups.map((group) => (
              <GroupOfChanges key={group[0].id} group={group} {...shown} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}

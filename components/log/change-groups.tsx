import { formats, texts } from '@/components/i18n/server-texts'
import { GroupOfChanges } from './group-of-changes'
import { groupChanges, sizeOf } from './group-changes'
import type { ChangeGroupsProps } from './shown-changes'

const DAY_MS = 86_400_000

/** Changes by day, newest first; neighbours that were made together are joined. */
export async function ChangeGroups({ changes, sizes, ...shown }: ChangeGroupsProps) {
  const t = await texts()
  const format = await formats()
  const today = Math.floor(shown.now / DAY_MS)
  const year = yearOf(shown.now)
  return (
    <ol aria-label={t('Log.changes')} className="max-w-[72rem] space-y-6">
      {groupChanges(changes).map(({ day, groups }) => (
        <li key={groups[0]?.[0].id}>
          <h2 className="mb-3 text-xs font-semibold text-ink-2 md:pl-[6.875rem]">
            {day === today
              ? t('Log.period_day')
              : format.dateTime(day * DAY_MS, {
                  weekday: 'long',
                  day: 'numeric',
                  month: 'long',
                  year: yearOf(day * DAY_MS) === year ? undefined : 'numeric',
                })}
          </h2>
          <ol className="space-y-4">
            {groups.map((group) => (
              <GroupOfChanges
                key={group[0].id}
                group={group}
                size={sizes.get(group[0].id) ?? sizeOf(group)}
                {...shown}
              />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}

const yearOf = (time: number) => new Date(time).getUTCFullYear()

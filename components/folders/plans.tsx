import { useTranslations } from 'next-intl'
import { plainName } from '@/lib/text/visible-text'
import { Named, Told } from './told'

/** A folder and what would become of it. */
export interface PlannedFolder {
  folder: string
  name: string
  preset: 'claude_code' | 'folder'
  only: string[]
  hash: string | null
  /** memories, what is left out, and moments of its history */
  counts: { count: number; left: number; moments: number }
  /** `why`: it is left out; null: its first look tells */
  rows: { path: string; why: string | null }[] | null
}

/** What folders would become, to be agreed to. */
export function Plans({ plans }: { plans: readonly PlannedFolder[] }) {
  const t = useTranslations('Folders')
  return (
    <ul className="mt-4 max-h-80 overflow-auto text-ink-2">
      {plans.map(({ folder, name, counts, rows }) => (
        <Told
          key={folder}
          words={`${plainName(name)}: ${rows ? t('planned', counts) : t('unplanned')}`}
        >
          {rows?.map(({ path, why }) => (
            <Named key={path} path={path}>
              {why}
            </Named>
          ))}
        </Told>
      ))}
    </ul>
  )
}

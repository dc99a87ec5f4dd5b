import { useTranslations } from 'next-intl'
import { plainName } from '@/lib/text/visible-text'
import type { PlannedFolder } from './actions'
import { Named, Told } from './told'

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

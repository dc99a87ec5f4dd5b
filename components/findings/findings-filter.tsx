import { Filters } from '@/components/frame/filter'
import { texts } from '@/components/i18n/server-texts'
import { ChoiceMenu } from '@/components/ui/choice-menu'
import {
  CATEGORIES,
  type FindingsAddress,
  findingsAddress,
  isNarrowed,
  SEVERITIES,
} from './findings-address'

export interface FindingsFilterProps {
  storeId: string
  place: FindingsAddress
  /** how many there are */
  rowCount: number
}

/** What a store's findings are narrowed to, in words. */
export async function chosenOfFindings({ category, severity, path }: FindingsAddress) {
  const t = await texts()
  return [
    category && t(`Findings.category_${category}`),
    severity && t(`Findings.severity_${severity}`),
    path,
  ].filter((name) => name !== undefined)
}

/** Narrows a store's findings; works without a script. */
export async function FindingsFilter({ storeId, place, rowCount }: FindingsFilterProps) {
  const t = await texts()
  const { group, category, severity, path } = place
  const addressOf = (change: Partial<FindingsAddress>) => findingsAddress(storeId, place, change)
  const hidden = { show: group === 'open' ? undefined : group, category, severity }
  return (
    <Filters
      rowCount={rowCount}
      clearHref={isNarrowed(place) ? findingsAddress(storeId, { group }) : null}
    >
      <ChoiceMenu
        label={t('Findings.category')}
        chosen={t(`Findings.category_${category ?? 'all'}`)}
        isMarked={category !== undefined}
        choices={[undefined, ...CATEGORIES].map((each) => ({
          href: addressOf({ category: each }),
          label: t(`Findings.category_${each ?? 'all'}`),
          isChosen: each === category,
        }))}
      />
      <ChoiceMenu
        label={t('Findings.severity')}
        chosen={t(`Findings.severity_${severity ?? 'all'}`)}
        isMarked={severity !== undefined}
        choices={[undefined, ...SEVERITIES].map((each) => ({
          href: addressOf({ severity: each }),
          label: t(`Findings.severity_${each ?? 'all'}`),
          isChosen: each === severity,
        }))}
      />
      <form action={`/stores/${storeId}/changes#findings`} role="search">
        {Object.entries(hidden).map(([name, value]) =>
          value === undefined ? null : (
            <input key={name} type="hidden" name={name} value={value} readOnly />
          ),
        )}
        <input
          type="search"
          name="path"
          key={path}
          aria-label={t('Findings.path')}
          placeholder={t('Findings.pathHint')}
          defaultValue={path ?? ''}
          autoComplete="off"
          spellCheck={false}
          className="h-7 w-52 rounded-control bg-sheet px-2 font-mono text-xs shadow-[inset_0_0_0_1px_var(--control)] placeholder:font-sans placeholder:text-ink-3 max-md:h-9"
        />
      </form>
    </Filters>
  )
}

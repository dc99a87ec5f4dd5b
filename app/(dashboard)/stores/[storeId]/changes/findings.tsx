import {
  type FindingsAddress,
  findingsAddress,
  isNarrowed,
} from '@/components/findings/findings-address'
import { FindingGroups } from '@/components/findings/finding-groups'
import { FindingsByRule } from '@/components/findings/findings-by-rule'
import { chosenOfFindings, FindingsFilter } from '@/components/findings/findings-filter'
import { FilterButton } from '@/components/frame/filter'
import { formats, texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Nothing, Part } from './part'
import type { Found } from './read-found'

export interface FindingsProps {
  storeId: string
  place: FindingsAddress
  found: Found
  now: number
  /** what the page's filters narrow its comments to, in words */
  chosenComments: readonly string[]
}

/** Returns how many findings a store's filters are for; 0: they have none to narrow. */
export function narrowedRows(place: FindingsAddress, { open }: Found): number {
  const rowCount = open.graveCount + open.tidyCount
  return rowCount === 0 && isNarrowed(place) ? 1 : rowCount
}

/** The findings of a store with their dispositions. */
export async function Findings({ storeId, place, found, now, chosenComments }: FindingsProps) {
  const [t, format] = await Promise.all([texts(), formats()])
  const { findings, next } = found.found
  const { graveCount } = found.open
  const rowCount = narrowedRows(place, found)
  const canNarrow = rowCount > 0
  const isWhole = place.group === 'open' && !isNarrowed(place)
  return (
    <Part
      id="findings"
      title={t('Findings.title')}
      count={isWhole && graveCount > 0 ? format.number(graveCount) : null}
      views={
        <div className="flex flex-wrap items-center gap-1.5">
          <FindingGroups storeId={storeId} place={place} />
          {canNarrow ? (
            <FilterButton
              rowCount={rowCount}
              chosen={[...(await chosenOfFindings(place)), ...chosenComments]}
            />
          ) : null}
        </div>
      }
    >
      {canNarrow ? <FindingsFilter storeId={storeId} place={place} rowCount={rowCount} /> : null}
      {findings.length > 0 ? (
        <FindingsByRule findings={findings} lines={found.lines} names={found.names} now={now} />
      ) : isWhole ? (
        <Nothing title={t(found.scan ? 'Findings.emptyOpen' : 'Findings.emptyOfAgents')}>
          {t('Findings.emptyOpenText')}
        </Nothing>
      ) : (
        <Nothing title={t('Findings.emptyOther')}>
          {isNarrowed(place) ? (
            <Link
              href={findingsAddress(storeId, { group: place.group })}
              className="underline decoration-line-2 hover:decoration-current"
            >
              {t('Findings.showAll')}
            </Link>
          ) : null}
        </Nothing>
      )}
      {next === null ? null : (
        <p className="border-t border-line px-4 py-3">
          <Link
            href={findingsAddress(storeId, place, { after: next })}
            className={buttonVariants()}
          >
            {t('Findings.older')}
          </Link>
        </p>
      )}
    </Part>
  )
}

import { type FindingsAddress, findingsAddress } from '@/components/findings/findings-address'
import { FindingGroups } from '@/components/findings/finding-groups'
import { FindingsByRule } from '@/components/findings/findings-by-rule'
import { FindingsFilter } from '@/components/findings/findings-filter'
import { formats, texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Nothing, Part } from './part'
import { type Found, isNarrowed } from './read-found'

/** With more rows than these they can be narrowed. */
const FEW = 10

export interface FindingsProps {
  storeId: string
  place: FindingsAddress
  found: Found
  now: number
}

/** The findings of a store with their dispositions. */
export async function Findings({ storeId, place, found, now }: FindingsProps) {
  const [t, format] = await Promise.all([texts(), formats()])
  const { findings, next } = found.found
  const { graveCount, tidyCount } = found.open
  const isWhole = place.group === 'open' && !isNarrowed(place)
  return (
    <Part
      id="findings"
      title={t('Findings.title')}
      count={isWhole && graveCount > 0 ? format.number(graveCount) : null}
      views={<FindingGroups storeId={storeId} place={place} />}
    >
      {isNarrowed(place) || graveCount + tidyCount > FEW ? (
        <FindingsFilter storeId={storeId} place={place} />
      ) : null}
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

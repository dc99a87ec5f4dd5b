import { VisibleLabel } from '@/components/content/visible-label'
import { texts } from '@/components/i18n/server-texts'
import { classNames } from '@/components/ui/class-names'
import { database } from '@/lib/db/open-database'
import type { Added, FoundCause } from '@/lib/replay/model/replay'
import { versionIfThere } from '@/lib/store/versions/read-versions'
import { baseName } from '@/lib/text/memory-path'
import { differenceOf, inPoints } from './points'

/** What each memory adds to how often the answer says so, those that add more first. */
export async function PartsTable({ causes }: { causes: readonly FoundCause[] }) {
  const t = await texts()
  const rows = await Promise.all(
    causes.flatMap((cause) => (cause.adds ? [rowOf(cause, cause.adds)] : [])),
  )
  if (rows.length === 0) return null
  const ordered = rows.toSorted((one, other) => differenceOf(other.adds) - differenceOf(one.adds))
  return (
    <section aria-labelledby="parts">
      <h3 id="parts" className="font-semibold">
        {t('WhyFound.partsTable')}
      </h3>
      <table className="mt-2 w-full text-left text-sm tabular-nums">
        <tbody>
          {ordered.map(({ memoryId, name, adds }) => {
            const isSure = adds.interval.low > 0
            return (
              <tr
                key={memoryId}
                className={classNames(
                  'border-t border-line max-md:flex max-md:flex-col max-md:py-2',
                  !isSure && 'text-ink-3',
                )}
              >
                <th
                  scope="row"
                  className="py-2.5 pr-3 font-mono text-xs font-medium break-all max-md:py-0.5"
                >
                  <VisibleLabel text={name} />
                </th>
                <td className="py-2.5 pr-3 max-md:py-0.5">
                  {t('WhyFound.addsOf', { effect: inPoints(differenceOf(adds)) })}{' '}
                  <span className="text-ink-3">
                    (
                    {t('WhyFound.addsBetween', {
                      low: inPoints(adds.interval.low),
                      high: inPoints(adds.interval.high),
                    })}
                    {isSure ? '' : `, ${t('WhyFound.addsUnsure')}`})
                  </span>
                </td>
                <td className="py-2.5 text-ink-2 max-md:py-0.5">
                  {t('WhyFound.addsWith', { ...adds.with })},{' '}
                  {t('WhyFound.addsWithout', { ...adds.without })}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

async function rowOf({ storeId, memoryId, versionId }: FoundCause, adds: Added) {
  const version = await versionIfThere(database(), { storeId, versionId, view: 'basic' })
  const path = version?.path ?? null
  return { memoryId, name: path === null ? '…' : baseName(path), adds }
}

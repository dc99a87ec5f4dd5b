import { CategoryIcon } from '@/components/findings/category-icon'
import { FoundLine } from '@/components/findings/found-line'
import { TellingRow } from '@/components/findings/telling-row'
import { VisiblePath } from '@/components/content/visible-path'
import type { FoundInWrite } from './found-in-write'

/** What was found in what a write would add: the rule, where, and its line without the secret. */
export function FoundRows({ label, found }: { label: string; found: readonly FoundInWrite[] }) {
  return (
    <ul aria-label={label} className="divide-y divide-line border-b border-line">
      {found.map(({ category, rank, title, path, line }, at) => (
        <TellingRow
          key={at}
          icon={<CategoryIcon category={category} />}
          rank={rank}
          title={title}
          place={
            <>
              <VisiblePath path={path} />
              {line === null ? null : `:${line.number}`}
            </>
          }
          line={line === null ? null : <FoundLine line={line.text} from={line.from} to={line.to} />}
        />
      ))}
    </ul>
  )
}

import { Link } from '@/components/ui/link'
import { VisibleLine } from '@/components/content/visible-line'
import { hitLines, type Part } from '@/lib/text/highlight'
import { withShortMasks } from '@/lib/text/masked-line'
import type { Match } from '@/lib/text/matches'

/** The lines with hits, each once with all its hits marked, each a link. `address`: of the content. */
export function MatchLines({ matches, address }: { matches: readonly Match[]; address: string }) {
  return (
    <ol className="font-mono text-code">
      {hitLines(matches).map(({ line, parts }) => (
        <li key={line}>
          <Link
            href={`${address}#L${line}`}
            className="group flex min-h-6 rounded-mark py-0.5 outline-offset-[-2px] hover:bg-hover max-md:py-1.5"
          >
            <span className="w-12 shrink-0 pr-3 text-right text-ink-3 tabular-nums group-hover:text-ink">
              {line}
            </span>{' '}
            <span className="min-w-0 break-words whitespace-pre-wrap">
              <MarkedParts parts={parts} />
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}

/** A line with its hits marked. */
export function MarkedParts({ parts }: { parts: readonly Part[] }) {
  return parts.map((part, index) =>
    part.isMatch ? (
      <mark key={index} className="rounded-[2px] bg-match text-ink">
        <VisibleLine line={withShortMasks(part.text)} />
      </mark>
    ) : (
      <VisibleLine key={index} line={withShortMasks(part.text)} />
    ),
  )
}

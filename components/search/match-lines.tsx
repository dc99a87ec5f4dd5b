import { Link } from '@/components/ui/link'
import { VisibleLine } from '@/components/content/visible-line'
import { hitLines } from '@/lib/text/highlight'
import type { Match } from '@/lib/text/matches'

/** The lines with hits, each a link. `address`: of the content. */
export function MatchLines({ matches, address }: { matches: readonly Match[]; address: string }) {
  return (
    <ol className="mt-1 font-mono text-sm leading-5">
      {hitLines(matches).map(({ line, parts }) => (
        <li key={line}>
          <Link href={`${address}#L${line}`} className="group flex py-0.5 hover:bg-hover">
            <span className="w-14 shrink-0 pr-3 text-right text-ink-3 tabular-nums group-hover:text-accent">
              {line}
            </span>{' '}
            <span className="min-w-0 break-words whitespace-pre-wrap">
              {parts.map((part, index) =>
                part.isMatch ? (
                  <mark key={index} className="rounded-xs bg-selected px-0.5 text-ink">
                    <VisibleLine line={part.text} />
                  </mark>
                ) : (
                  <VisibleLine key={index} line={part.text} />
                ),
              )}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
